"""Word lists and rough country rules from which build-catalogue.py invents its hotels.

Every brand and hotel name here is made up. The tax rules have the shape of real ones and are not
tax advice.
"""

# name as GeoNames has it, country, hotels, price level in euro for a three-star night
CITIES = [
    ("Lisbon", "PT", 110, 95), ("Dubai", "AE", 100, 110), ("Tokyo", "JP", 120, 110),
    ("New York City", "US", 120, 190), ("Sydney", "AU", 90, 130), ("Nairobi", "KE", 70, 80),
    ("London", "GB", 110, 150), ("Paris", "FR", 110, 150), ("Barcelona", "ES", 80, 115),
    ("Rome", "IT", 80, 120), ("Berlin", "DE", 70, 95), ("Singapore", "SG", 60, 140),
    ("Madrid", "ES", 32, 105), ("Porto", "PT", 32, 85), ("Funchal", "PT", 19, 85),
    ("Valencia", "ES", 19, 85), ("Palma", "ES", 22, 110), ("Nice", "FR", 22, 115),
    ("Lyon", "FR", 18, 95), ("Strasbourg", "FR", 16, 95), ("Kehl", "DE", 8, 80),
    ("Munich", "DE", 26, 115), ("Hamburg", "DE", 21, 105), ("Köln", "DE", 19, 95),
    ("Amsterdam", "NL", 32, 145), ("Brussels", "BE", 19, 105), ("Vienna", "AT", 29, 105),
    ("Salzburg", "AT", 14, 115), ("Zürich", "CH", 19, 170), ("Genève", "CH", 16, 165),
    ("Annemasse", "FR", 8, 85), ("Milan", "IT", 29, 125), ("Venice", "IT", 26, 145),
    ("Florence", "IT", 22, 120), ("Athens", "GR", 26, 85), ("Istanbul", "TR", 32, 70),
    ("Prague", "CZ", 27, 80), ("Budapest", "HU", 24, 75), ("Warsaw", "PL", 19, 75),
    ("Kraków", "PL", 18, 65), ("Bucharest", "RO", 14, 70), ("Copenhagen", "DK", 21, 150),
    ("Malmö", "SE", 12, 110), ("Stockholm", "SE", 21, 135), ("Oslo", "NO", 18, 140),
    ("Reykjavík", "IS", 16, 170), ("Helsinki", "FI", 16, 115), ("Dublin", "IE", 22, 145),
    ("Edinburgh", "GB", 21, 125), ("Birmingham", "GB", 14, 90), ("Birmingham", "US", 12, 95),
    ("Chicago", "US", 29, 150), ("San Francisco", "US", 27, 175), ("Las Vegas", "US", 27, 110),
    ("Miami", "US", 26, 165), ("Honolulu", "US", 21, 200), ("Toronto", "CA", 24, 130),
    ("Vancouver", "CA", 19, 140), ("Mexico City", "MX", 24, 80), ("Cancún", "MX", 24, 110),
    ("São Paulo", "BR", 21, 70), ("Rio de Janeiro", "BR", 22, 85), ("Cape Town", "ZA", 22, 85),
    ("Bangkok", "TH", 35, 55), ("Kuala Lumpur", "MY", 24, 55), ("Denpasar", "ID", 21, 55),
    ("Hong Kong", "HK", 29, 125), ("Seoul", "KR", 27, 90), ("Kyoto", "JP", 26, 110),
    ("Osaka", "JP", 24, 90), ("Mumbai", "IN", 22, 65), ("New Delhi", "IN", 21, 60),
    ("Tel Aviv", "IL", 18, 160), ("Melbourne", "AU", 26, 115), ("Auckland", "NZ", 19, 115),
    ("Shanghai", "CN", 24, 75),
]

# Places that GeoNames lacks as districts, written by hand so that hotels do not stand in the sea.
DISTRICTS = {
    ("Dubai", "AE"): [
        ("Deira", 25.2711, 55.3075), ("Bur Dubai", 25.2535, 55.2970),
        ("Downtown", 25.1950, 55.2780), ("Business Bay", 25.1850, 55.2660),
        ("Jumeirah", 25.2050, 55.2480), ("Al Barsha", 25.1130, 55.1960),
        ("Marina", 25.0770, 55.1390), ("Garhoud", 25.2420, 55.3480),
        ("Trade Centre", 25.2270, 55.2880), ("Jumeirah Lakes", 25.0690, 55.1440),
    ],
    ("Nairobi", "KE"): [
        ("Westlands", -1.2670, 36.8070), ("Kilimani", -1.2900, 36.7870),
        ("Upper Hill", -1.2990, 36.8150), ("Karen", -1.3190, 36.7070),
        ("Parklands", -1.2620, 36.8170), ("Central", -1.2850, 36.8230),
        ("Gigiri", -1.2330, 36.8040), ("Lavington", -1.2790, 36.7690),
    ],
}

# code: (language group, calling code, VAT %, price includes VAT,
#        city tax (amount, basis, most nights, from age) or None)
COUNTRIES = {
    "PT": ("pt", "351", "6", True, ("4.00", "personNight", 7, 13)),
    "ES": ("es", "34", "10", True, ("2.75", "personNight", 7, 17)),
    "FR": ("fr", "33", "10", True, ("3.25", "personNight", 0, 18)),
    "DE": ("de", "49", "7", True, ("3.00", "personNight", 0, 18)),
    "IT": ("it", "39", "10", True, ("5.00", "personNight", 10, 10)),
    "NL": ("nl", "31", "9", True, ("6.50", "roomNight", 0, 0)),
    "BE": ("fr", "32", "6", True, ("4.24", "roomNight", 0, 0)),
    "AT": ("de", "43", "10", True, ("2.60", "personNight", 0, 15)),
    "CH": ("de", "41", "3.8", True, ("3.75", "personNight", 0, 16)),
    "GR": ("el", "30", "13", True, ("7.00", "roomNight", 0, 0)),
    "TR": ("tr", "90", "10", True, None),
    "CZ": ("cs", "420", "12", True, ("50.00", "personNight", 60, 18)),
    "HU": ("hu", "36", "5", True, ("720.00", "personNight", 0, 18)),
    "PL": ("pl", "48", "8", True, None),
    "RO": ("en", "40", "9", True, ("10.00", "roomNight", 0, 0)),
    "DK": ("nd", "45", "25", True, None),
    "SE": ("nd", "46", "12", True, None),
    "NO": ("nd", "47", "12", True, None),
    "IS": ("nd", "354", "11", True, ("800", "roomNight", 0, 0)),
    "FI": ("nd", "358", "14", True, None),
    "IE": ("en", "353", "13.5", True, None),
    "GB": ("en", "44", "20", True, None),
    "US": ("en", "1", "14.75", False, None),
    "CA": ("en", "1", "13", False, None),
    "MX": ("es", "52", "16", False, ("38.00", "roomNight", 0, 0)),
    "BR": ("pt", "55", "5", False, None),
    "ZA": ("en", "27", "15", True, None),
    "KE": ("en", "254", "16", True, None),
    "AE": ("en", "971", "15", False, ("15.00", "roomNight", 30, 0)),
    "TH": ("en", "66", "7", False, None),
    "MY": ("en", "60", "8", True, ("10.00", "roomNight", 0, 0)),
    "ID": ("en", "62", "21", False, None),
    "SG": ("en", "65", "19.9", False, None),
    "HK": ("en", "852", "10", False, None),
    "CN": ("en", "86", "6", True, None),
    "KR": ("en", "82", "10", True, None),
    "JP": ("ja", "81", "10", True, ("200", "personNight", 0, 0)),
    "IN": ("en", "91", "12", False, None),
    "IL": ("en", "972", "17", True, None),
    "AU": ("en", "61", "10", True, None),
    "NZ": ("en", "64", "15", True, None),
}

# Not in the ECB's table; a round figure per euro, only used to invent a price level.
ROUGH_PER_EURO = {"AED": 4.1, "KES": 145.0, "TRY": 55.8}
# A share of the hotels of these countries has contracts in US dollars, as the trade often does.
DOLLAR_SHARE = {"AE": 0.7, "KE": 0.7, "TR": 0.0, "ID": 0.3, "MX": 0.3}
EURO_SHARE = {"TR": 0.6, "CZ": 0.4, "HU": 0.4, "RO": 0.5}
EXPONENT = {"JPY": 0, "KRW": 0, "ISK": 0}

STREETS = {
    "pt": (["Rua {w}", "Avenida {w}", "Travessa {w}", "Largo {w}"],
           ["da Amoreira", "do Ancoradouro", "das Andorinhas", "da Lanterna", "dos Teares",
            "do Poço Claro", "da Figueira Alta", "das Maré-Vivas"], "{s} {n}"),
    "es": (["Calle {w}", "Avenida {w}", "Paseo {w}"],
           ["del Almendro", "de la Noria", "de los Faroles", "del Alféizar", "de la Sierra Clara",
            "del Canto Rodado", "de las Veletas"], "{s} {n}"),
    "fr": (["rue {w}", "avenue {w}", "quai {w}"],
           ["des Tisserands", "du Vieux Puits", "des Hirondelles", "de la Lanterne", "du Noyer",
            "des Brumes", "de l'Ardoise"], "{n} {s}"),
    "de": (["{w}straße", "{w}gasse", "{w}allee", "{w}weg"],
           ["Linden", "Mühlen", "Laternen", "Ahorn", "Brunnen", "Weber", "Kranich"], "{s} {n}"),
    "it": (["Via {w}", "Viale {w}", "Vicolo {w}"],
           ["delle Rondini", "del Mandorlo", "dei Lampioni", "della Fontanella", "del Mulino",
            "degli Orti"], "{s} {n}"),
    "nl": (["{w}straat", "{w}gracht", "{w}kade"],
           ["Linden", "Molen", "Lantaarn", "Reiger", "Wever", "Zilver"], "{s} {n}"),
    "nd": (["{w}gata", "{w}veien", "{w}gränd"],
           ["Lind", "Kvarn", "Havs", "Björk", "Sten", "Måne"], "{s} {n}"),
    "el": (["Odos {w}"], ["Elaias", "Pefkou", "Anemon", "Krinis", "Petras"], "{s} {n}"),
    "tr": (["{w} Sokak", "{w} Caddesi"], ["Çınar", "Fener", "Martı", "Değirmen", "Zeytin"],
           "{s} {n}"),
    "cs": (["{w} ulice"], ["Lipová", "Mlýnská", "Pod Lucernou", "Javorová", "U Studny"], "{s} {n}"),
    "hu": (["{w} utca", "{w} út"], ["Hársfa", "Malom", "Lámpás", "Juhar", "Kút"], "{s} {n}"),
    "pl": (["ulica {w}"], ["Lipowa", "Młyńska", "Pod Latarnią", "Klonowa", "Źródlana"], "{s} {n}"),
    "ja": (["{w}-chome"], ["1", "2", "3", "4", "5"], "{s} {n}"),
    "en": (["{w} Street", "{w} Road", "{w} Avenue", "{w} Lane"],
           ["Lantern", "Weaver", "Millrace", "Heron", "Maplewell", "Foundry", "Anchorage",
            "Quarry", "Orchard Gate", "Saltmarsh"], "{n} {s}"),
}

# brand, usual stars, price factor
BRANDS = [
    ("Veloria", 5, 1.25), ("Ombrel", 4, 1.05), ("Quillon", 4, 1.10), ("Tavari", 5, 1.15),
    ("Norvane", 3, 0.95), ("Lumera", 4, 1.00), ("Sable & Reed", 4, 1.15), ("Pellucid", 3, 1.00),
    ("Cobalt Rooms", 2, 0.90), ("Hazelgate", 3, 0.95), ("Marisol Verde", 4, 1.00),
    ("Ostrava Kin", 3, 0.90), ("Zephyrine", 5, 1.20), ("Brindle Inn", 2, 0.85),
    ("Arkwell", 4, 1.05), ("Wren & Fable", 4, 1.10), ("Solenne", 5, 1.15), ("Kestrio", 3, 0.90),
]
FIRST = ["Amber", "Azure", "Copper", "Juniper", "Linden", "Saffron", "Velvet", "Willow", "Cinder",
         "Opal", "Marble", "Indigo", "Clover", "Harbour", "Meridian", "Paper", "Silver", "Thistle",
         "Olive", "Garnet", "Ivory", "Cedar", "Larkspur", "Moss", "Pearl", "Rowan", "Tamarind"]
SECOND = ["Lantern", "Heron", "Anchor", "Fox", "Compass", "Orchard", "Gate", "Loom", "Swallow",
          "Terrace", "Bell", "Court", "Garden", "Quill", "Sparrow", "Cellar", "Arcade", "Key",
          "Fountain", "Lark", "Parasol", "Kite", "Almanac", "Atlas", "Ferry", "Mill"]
LOCAL = {
    "pt": ["Casa {f} {s}", "Hotel {f} {s}", "Pousada {f} {s}", "{f} {s} Suítes"],
    "es": ["Casa {f} {s}", "Hotel {f} {s}", "Hostal {f} {s}", "{f} {s} Boutique"],
    "fr": ["Hôtel {f} {s}", "Maison {f} {s}", "Le {f} {s}", "Résidence {f} {s}"],
    "de": ["Hotel {f} {s}", "Haus {f} {s}", "Gasthof {f} {s}", "Pension {f} {s}"],
    "it": ["Hotel {f} {s}", "Palazzo {f} {s}", "Locanda {f} {s}", "Albergo {f} {s}"],
    "ja": ["Hotel {f} {s}", "Ryokan {f} {s}", "The {f} {s}", "{f} {s} Inn"],
    "en": ["The {f} {s}", "{f} {s} Hotel", "{f} {s} House", "Hotel {f} {s}", "{f} {s} Suites"],
}
AMENITIES = ["wifi", "airConditioning", "breakfast", "bar", "restaurant", "gym", "pool", "spa",
             "parking", "petFriendly", "airportShuttle", "familyRooms", "beachAccess", "laundry",
             "frontDesk24h", "accessible", "evCharger", "kitchen"]
COAST = {"Lisbon", "Dubai", "Sydney", "Barcelona", "Funchal", "Valencia", "Palma", "Nice", "Miami",
         "Honolulu", "Cancún", "Rio de Janeiro", "Cape Town", "Denpasar", "Mumbai", "Tel Aviv",
         "Auckland", "Porto"}
# code, name, beds, most guests, most adults, price factor, from stars
ROOMS = [
    ("SGL", "Single Room", "1 single bed", 1, 1, 0.80, 1),
    ("DBL", "Standard Double Room", "1 double bed", 2, 2, 1.00, 1),
    ("TWN", "Standard Twin Room", "2 single beds", 2, 2, 1.00, 1),
    ("TPL", "Triple Room", "3 single beds", 3, 3, 1.32, 2),
    ("FAM", "Family Room", "1 double bed, 2 single beds", 4, 3, 1.55, 2),
    ("SUP", "Superior King Room", "1 king bed", 3, 2, 1.25, 3),
    ("DLX", "Deluxe Room with View", "1 king bed", 3, 2, 1.50, 4),
    ("JST", "Junior Suite", "1 king bed, 1 sofa bed", 4, 3, 1.95, 4),
    ("STE", "Terrace Suite", "1 king bed, 2 sofa beds", 5, 4, 2.80, 5),
    ("APT", "One-Bedroom Apartment", "1 double bed, 1 sofa bed", 4, 4, 1.70, 3),
]
SUPPLIERS = ["linkrest", "otaxml", "streamrates", "signednet", "asyncbook", "direct"]
SUPPLIER_WEIGHT = {"linkrest": 0.75, "otaxml": 0.55, "streamrates": 0.72, "signednet": 0.50,
                   "asyncbook": 0.55, "direct": 0.10}
