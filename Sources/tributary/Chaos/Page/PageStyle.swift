/// The look of a report: one set of colours for light, one for dark.
enum PageStyle {
    static let sheet: StaticString = """
        :root{--paper:#fff;--card:#f6f8fa;--ink:#1b2128;--soft:#57626d;--rule:#dde2e7;\
        --away:#8a95a026;--line:#1d5fa6;--good:#2a8a68;--fair:#93cdb8;--part:#e0b93c;--slow:#e8873a;\
        --bad:#c93a33;--limited:#8a68c4;--denied:#cf4c93;--shut:#4b5762;--full:#8d6247;\
        --idle:#c8d0d7;--live:#3d7fd1;--other:#9aa5af;--yes:#e5f4ee;--no:#fbe9e7}
        @media (prefers-color-scheme:dark){:root{--paper:#12161a;--card:#1a2026;--ink:#e6eaee;\
        --soft:#9ba7b2;--rule:#2c353d;--away:#aab5c026;--line:#6fb1f0;--good:#3fa884;--fair:#2c6b58;\
        --part:#d4ac35;--slow:#e08240;--bad:#e5564d;--limited:#a184d6;--denied:#dd6aa8;\
        --shut:#7d8b98;--full:#a87a5c;--idle:#46515b;--live:#5595e0;--other:#6e7a85;--yes:#143328;\
        --no:#401d1b}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--paper);color:var(--ink);\
        font:15px/1.5 system-ui,"DejaVu Sans",sans-serif}
        main{max-width:1000px;margin:0 auto;padding:20px 20px 60px}
        h1{margin:0;font-size:30px;line-height:1.2}
        h2{margin:44px 0 6px;font-size:19px}
        h3{margin:22px 0 4px;font-size:15px}
        p{margin:4px 0}
        code,pre{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:13px}
        pre{background:var(--card);padding:12px 14px;border-radius:6px;white-space:pre-wrap;\
        overflow-wrap:anywhere}
        .note,.settings{color:var(--soft);font-size:13.5px;max-width:80ch}
        .verdict{padding:20px 22px;border-radius:8px;border-left:8px solid}
        .sound{background:var(--yes);border-color:var(--good)}
        .sound h1{color:var(--good)}
        .broken{background:var(--no);border-color:var(--bad)}
        .broken h1{color:var(--bad)}
        .breaches{padding:2px 22px 16px;border-left:8px solid var(--bad);\
        background:var(--card);border-radius:8px;margin-top:8px}
        .breaches li{overflow-wrap:anywhere}
        .breaches code{color:var(--soft);font-weight:400}
        .figures{list-style:none;margin:18px 0 0;padding:0;display:grid;gap:10px;\
        grid-template-columns:repeat(auto-fit,minmax(140px,1fr))}
        .figures li{background:var(--card);border-radius:6px;padding:10px 12px;display:flex;\
        flex-direction:column}
        .figures strong{font-size:19px;font-variant-numeric:tabular-nums;white-space:nowrap}
        .figures span{color:var(--soft);font-size:12.5px;line-height:1.3}
        figure{margin:14px 0 0}
        figcaption{font-weight:600;margin-bottom:2px}
        svg{display:block;width:100%;height:auto}
        svg.narrow{display:none;max-width:520px}
        .legend{list-style:none;margin:2px 0 0;padding:0;display:flex;flex-wrap:wrap;gap:2px 14px;\
        font-size:13px}
        .legend i{display:inline-block;width:11px;height:11px;margin-right:6px;background:var(--c)}
        ul.narrow{display:none}
        .multiples{display:grid;gap:12px 16px;margin:12px 0 16px;\
        grid-template-columns:repeat(auto-fill,minmax(270px,1fr))}
        text{fill:var(--ink);font-size:12px}
        .tick{fill:var(--soft);font-size:11.5px;font-variant-numeric:tabular-nums}
        .mark-name{font-size:10.5px;fill:var(--soft);font-weight:600}
        .limit-name{fill:var(--bad);font-weight:600}
        .grid{stroke:var(--rule)}
        .axis{stroke:var(--soft)}
        .mark{stroke:var(--ink);stroke-width:1.2;stroke-dasharray:3 3}
        .outage{fill:var(--away)}
        .limit{stroke:var(--bad);stroke-width:1.5}
        .area{fill:var(--c)}
        .line{fill:none;stroke:var(--line);stroke-linejoin:round;stroke-linecap:round}
        .p50{stroke-width:2.4}
        .p95{stroke-width:1.4;opacity:.85}
        .p99{stroke-width:1.3;stroke-dasharray:3 3.5;opacity:.9}
        .table{overflow-x:auto;margin-top:8px}
        table{border-collapse:collapse;font-size:13.5px;min-width:100%}
        th,td{padding:5px 14px 5px 0;text-align:right;border-bottom:1px solid var(--rule);\
        vertical-align:top;font-variant-numeric:tabular-nums}
        thead th{color:var(--soft);font-weight:500;font-size:12.5px}
        tbody th{font-weight:400}
        th:first-child,.word{text-align:left}
        td.number{white-space:nowrap}
        td.word{font-size:12.5px;color:var(--soft)}
        td.word:last-child{min-width:260px}
        .promises td.word{white-space:nowrap}
        tr.well td:last-child{color:var(--good)}
        tr.bad td:last-child,tr.bad th{color:var(--bad);font-weight:600}
        tr.quiet td,tr.quiet th{color:var(--soft)}
        .c-good{--c:var(--good)}.c-fair{--c:var(--fair)}.c-part{--c:var(--part)}\
        .c-slow{--c:var(--slow)}.c-bad{--c:var(--bad)}.c-limited{--c:var(--limited)}\
        .c-denied{--c:var(--denied)}.c-shut{--c:var(--shut)}.c-full{--c:var(--full)}\
        .c-idle{--c:var(--idle)}.c-live{--c:var(--live)}.c-other{--c:var(--other)}
        @media (max-width:760px){svg.wide{display:none}svg.narrow{display:block}ul.narrow{display:flex}\
        main{padding:12px 12px 40px}h1{font-size:26px}.verdict{padding:14px 16px}\
        .promises :is(th,td):nth-child(2){display:none}\
        .figures{grid-template-columns:repeat(2,1fr)}th,td{padding-right:10px}}
        """
}
