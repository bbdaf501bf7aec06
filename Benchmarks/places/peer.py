"""The same names and questions against tantivy; prints one table of both.

Arguments: the folder that the benchmark wrote to. Needs `tantivy` from PyPI.

As good as a plain use of the library gets: first every word as it stands and the last as a beginning,
the more popular first, a name that is the query before others; with fewer than five such places, words
within one error. Names and questions are folded already, so that both sides read the same.
"""

import sys
import time

import tantivy


def build(folder):
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("words", stored=False, tokenizer_name="raw_words")
    builder.add_text_field("exact", stored=False, tokenizer_name="raw")
    builder.add_unsigned_field("popularity", fast=True, indexed=True)
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    schema = builder.build()
    index = tantivy.Index(schema)
    analyzer = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
    index.register_tokenizer("raw_words", analyzer)
    writer = index.writer(200_000_000, 1)
    with open(f"{folder}/names.tsv", encoding="utf-8") as lines:
        for line in lines:
            place, score, names, context = line.rstrip("\n").split("\t")
            document = tantivy.Document()
            document.add_text("id", place)
            document.add_text("words", names.replace("|", " ") + " " + context)
            for name in names.split("|"):
                document.add_text("exact", name)
            document.add_unsigned("popularity", int(float(score) * 1000) + 100_000)
            writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    return index, schema


def ask(searcher, schema, text):
    words = text.split()
    if not words:
        return []
    query, occur = tantivy.Query, tantivy.Occur

    def found(parts):
        asked = query.boolean_query([(occur.Must, part) for part in parts])
        hits = searcher.search(asked, 10, order_by_field="popularity").hits
        return [address for _, address in hits]

    exact = found([query.term_query(schema, "exact", text)])[:5]
    # A beginning is a fuzzy term without errors.
    typed = [query.term_query(schema, "words", word) for word in words[:-1]]
    typed.append(query.fuzzy_term_query(schema, "words", words[-1], 0, True, True))
    places = exact + [place for place in found(typed) if place not in exact]
    if len(places) < 5:
        near = [
            query.fuzzy_term_query(
                schema, "words", word, 1 if len(word) > 3 else 0, True, number == len(words) - 1
            )
            for number, word in enumerate(words)
        ]
        places += [place for place in found(near) if place not in places]
    return places[:10]


def main():
    folder = sys.argv[1]
    index, schema = build(folder)
    searcher = index.searcher()
    lines = {}
    missed = []
    with open(f"{folder}/questions.tsv", encoding="utf-8") as questions:
        for number, question in enumerate(questions):
            kind, text, folded, wanted = question.rstrip("\n").split("\t")
            if kind == "keystroke" and number % 4:
                continue
            start = time.thread_time()
            places = ask(searcher, schema, folded)
            spent = (time.thread_time() - start) * 1e6
            ids = [searcher.doc(place)["id"][0] for place in places]
            wanted = set(wanted.split("|"))
            line = lines.setdefault(kind, [0, 0, 0, []])
            line[0] += 1
            line[1] += bool(ids) and ids[0] in wanted
            line[2] += bool(wanted & set(ids[:5]))
            line[3].append(spent)
            if kind not in ("keystroke", "one error") and not wanted & set(ids[:5]):
                missed.append(text)
    rows = []
    for kind, (asked, first, five, spent) in sorted(lines.items()):
        spent.sort()
        at = [spent[min(len(spent) - 1, int(len(spent) * share))] for share in (0.5, 0.99)]
        rows.append(
            ["tantivy", kind, str(asked), f"{first / asked:.3f}", f"{five / asked:.3f}"]
            + [f"{value:.1f}" for value in at]
        )
    misses = {"tantivy": missed}
    with open(f"{folder}/ours.tsv", encoding="utf-8") as ours:
        for line in ours:
            fields = line.rstrip("\n").split("\t")
            if fields[1] == "missed":
                misses.setdefault(fields[0], []).append(fields[2])
            else:
                rows.append(fields)
    print("| kind | asked | by | first | among five | us, median | us, 99 % |")
    print("|---|---|---|---|---|---|---|")
    for name, kind, asked, *numbers in sorted(rows, key=lambda row: (row[1], row[0])):
        print(f"| {kind} | {asked} | {name} | {' | '.join(numbers)} |")
    for name, texts in misses.items():
        print(f"missed by {name}: {', '.join(texts) or 'none'}")


main()
