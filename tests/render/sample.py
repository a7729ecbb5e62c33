"""A report as large and as awkward as a real one: many tables, workings, and traps for escaping."""

from __future__ import annotations

from vdl.report.model import (
    Block,
    Callout,
    Cite,
    Code,
    Column,
    Cover,
    Facts,
    Paragraph,
    Prose,
    Reference,
    References,
    Report,
    Row,
    Section,
    Step,
    Table,
    Text,
    Tone,
    Value,
    Verdict,
    Working,
)


def t(text: str) -> Prose:
    return (Text(text),)


def v(text: str, strong: bool = False) -> Prose:
    return (Value(text, strong=strong),)


def n(text: str) -> Prose:
    """A number whose unit stands in the head of its column."""
    return (Value(text, decimal=text.replace(",", "")),)


def w(word: str, tone: Tone) -> Prose:
    return (Verdict(word, tone),)


def p(*items: str | Value | Cite | Verdict | Code) -> Paragraph:
    return Paragraph(tuple(Text(item) if isinstance(item, str) else item for item in items))


def row(*cells: str | Prose, decides: bool = False, group: str = "") -> Row:
    made = tuple(t(cell) if isinstance(cell, str) else cell for cell in cells)
    return Row(made, decides=decides, group=group)


HOLDS, FAILS, WAIVED = w("holds", "good"), w("fails", "bad"), w("waived", "warn")

COVER = Cover(
    title="Campus desktops, phase 3",
    subtitle="Reference architecture for 1,270 pooled desktops in two rooms",
    verdict=Verdict("Fails one rule", "bad"),
    verdict_text=(
        Text("The boot storm after a power cut takes "),
        Value("14.2 min", strong=True),
        Text(" against the "),
        Value("12 min"),
        Text(" that were asked for. 41 rules hold, 1 is waived, none was left out."),
    ),
    blocks=(
        Facts(
            (
                (
                    "What is bought",
                    (
                        Value("2 arrays"),
                        Text(" with "),
                        Value("46 drives"),
                        Text(", "),
                        Value("15 hosts"),
                        Text(", "),
                        Value("4 switches"),
                    ),
                ),
                (
                    "For whom",
                    (
                        Value("1,270 desktops"),
                        Text(" of three populations, growing to "),
                        Value("1,480 desktops"),
                        Text(" by phase 3"),
                    ),
                ),
                (
                    "What limits it",
                    (
                        Text("Random writes of the pool at boot: "),
                        Value("104.3 %", strong=True),
                        Text(" of what the spindles give"),
                    ),
                ),
                (
                    "What was assumed",
                    (
                        Text("Four figures, the boldest being a mean of "),
                        Value("9 IOPS"),
                        Text(" per desktop"),
                        Cite(3, "table 4"),
                    ),
                ),
                ("What it costs", (Value("€ 412,600"), Text(" without licences and cabling"))),
            )
        ),
    ),
    as_of="2026-03-01",
    made_with="vdl 0.1.0, edition 2026",
    files="examples/campus/design.vdl",
)

SUMMARY = Section(
    "1",
    "Summary",
    "summary",
    (
        p(
            "The design serves ",
            Value("1,270 desktops"),
            " from ",
            Value("15 hosts"),
            " and ",
            Value("2 arrays"),
            ". Memory decides the number of hosts; random writes at boot decide the number of drives. Both figures "
            "follow from populations that the customer stated and from measurements that the makers publish ",
            Cite(1, "page 12"),
            Cite(2),
            ". Where nothing was stated, the design assumes, and section 6 lists what.",
        ),
        Callout(
            "bad",
            "The boot storm takes longer than was asked for",
            (
                p(
                    "Rule ",
                    Code("boot.within_target"),
                    " asks for ",
                    Value("12 min"),
                    " and gets ",
                    Value("14.2 min", strong=True),
                    ". Four more drives in the pool, or a cache of ",
                    Value("96 GB"),
                    " in each host, would make it hold.",
                ),
            ),
        ),
        Callout(
            "warn",
            "One rule is waived",
            (
                p(
                    "The vendor's guide asks for a third spare drive ",
                    Cite(2, "page 31"),
                    ". The customer waives it until phase 3: “spares are stocked on site”.",
                ),
            ),
        ),
        Table(
            "What limits the design at each phase?",
            (
                Column("Phase"),
                Column("Desktops", numeric=True),
                Column("Limiting resource"),
                Column("Used", "%", True),
                Column("Left", "%", True),
                Column("Verdict"),
            ),
            (
                row("Pilot", v("80"), "Host memory", v("31.2"), v("68.8"), HOLDS),
                row("Phase 1", v("640"), "Host memory", v("74"), v("26"), HOLDS),
                row("Phase 2", v("1,270"), "Host memory", v("93.75"), v("6.25"), HOLDS),
                row(
                    "Phase 2, boot after a power cut",
                    v("1,270"),
                    "Random writes of the pool",
                    v("104.3"),
                    v("−4.3"),
                    FAILS,
                    decides=True,
                ),
                row("Phase 3", v("1,480"), "Host memory", v("98.1"), v("1.9"), HOLDS),
            ),
            note=(Text("Used against what remains after the loss of one host. "), Cite(1, "page 14")),
        ),
        p(
            "The sections that follow show every figure with its formula, the numbers put in, and the page of the "
            "source it was taken from. A mark ▶ stands where a figure decided something."
        ),
    ),
)

REQUIREMENTS = Section(
    "2",
    "Requirements",
    "requirements",
    (
        p(
            "Three populations use the service. Their workloads were measured on the present machines in the second "
            "week of February and are taken at the ninety-fifth percentile."
        ),
        Section(
            "2.1",
            "Populations",
            "requirements.populations",
            (
                Table(
                    "Who uses the service, and how much of it?",
                    (
                        Column("Population"),
                        Column("Kind of use"),
                        Column("Desktops", numeric=True),
                        Column("Memory", "GB", True),
                        Column("Processor", "MHz", True),
                        Column("Operations", "1/s", True),
                        Column("Writes", "%", True),
                    ),
                    (
                        row(
                            "Students",
                            "Pooled, reset at log-off; labs and libraries",
                            v("860"),
                            v("4"),
                            v("350"),
                            v("7.5"),
                            v("80"),
                        ),
                        row(
                            "Staff",
                            "Assigned; office work, mail, long sessions",
                            v("320"),
                            v("6"),
                            v("475"),
                            v("9.25"),
                            v("72.5"),
                        ),
                        row(
                            "Engineering",
                            "Assigned; drawing, simulation, very large files",
                            v("90"),
                            v("16"),
                            v("1,850"),
                            v("26.125"),
                            v("65"),
                            decides=True,
                        ),
                    ),
                    total=row("All", "", v("1,270"), v("6,800"), v("619,500"), v("11,761.25"), v("75.6")),
                    note=t("Per desktop, except in the last line. 1 GB is 2³⁰ bytes here."),
                ),
                p(
                    "Growth is stated for phase 3 only. Nobody has said how the engineering population grows; the "
                    "design takes it to stay as it is."
                ),
            ),
        ),
        Section(
            "2.2",
            "What must hold",
            "requirements.rules",
            (
                Facts(
                    (
                        (
                            "Survives",
                            (Value("1 host"), Text(" and "), Value("2 drives"), Text(" lost at once")),
                        ),
                        ("Boot of everything", (Text("within "), Value("12 min"))),
                        (
                            "Delay of a read",
                            (
                                Text("below "),
                                Value("10 ms"),
                                Text(" in the mean, below "),
                                Value("25 ms"),
                                Text(" for 99 of 100"),
                            ),
                        ),
                        (
                            "Rooms",
                            (
                                Text("two, "),
                                Value("1.4 km"),
                                Text(" apart, no more than "),
                                Value("24 kW"),
                                Text(" in each"),
                            ),
                        ),
                    )
                ),
            ),
        ),
    ),
)

HOSTS = Working(
    "How many hosts?",
    (
        Step(
            "by memory",
            "⌈memory_of_all / (memory_of_host − reserve)⌉",
            "⌈6,800 GB / (512 GB − 24 GB)⌉",
            "14 hosts",
            True,
            "",
            (Cite(1, "page 12"),),
        ),
        Step(
            "by processor",
            "⌈clock_of_all / (cores × clock × load)⌉",
            "⌈619.5 GHz / (32 × 2.6 GHz × 75 %)⌉",
            "10 hosts",
            note="at the ninety-fifth percentile",
        ),
        Step(
            "by desktops per core",
            "⌈desktops / (cores × desktops_per_core)⌉",
            "⌈1,270 / (32 × 6)⌉",
            "7 hosts",
            cites=(Cite(4, "section 3.2"),),
        ),
        Step(
            "by network",
            "⌈traffic / (ports × rate × load)⌉",
            "⌈18.4 Gbit/s / (2 × 10 Gbit/s × 70 %)⌉",
            "2 hosts",
        ),
        Step("by what the licence allows", "", "", "", note="not stated"),
    ),
    (
        Text("The largest bound decides: "),
        Value("14 hosts"),
        Text(", and "),
        Value("1 host"),
        Text(" to lose, makes "),
        Value("15 hosts", strong=True),
        Text("."),
    ),
    doc="Every desktop must find a place when one host is lost.",
)

DRIVES = Working(
    "How many drives in the pool?",
    (
        Step(
            "by capacity",
            "⌈Σ(size_i × copies_i) × (1 + growth) / usable⌉",
            "⌈(12.4 TB + 6.1 TB + 9.75 TB) × (1 + 15 %) / 1.2 TB⌉",
            "28 drives",
        ),
        Step(
            "by operations in use",
            "⌈operations × (reads + writes × penalty) / operations_of_drive⌉",
            "⌈11,761.25 1/s × (24.4 % + 75.6 % × 2) / 485 1/s⌉",
            "43 drives",
            note="steady state",
            cites=(Cite(3, "table 4"),),
        ),
        Step(
            "by operations at boot",
            "⌈boot_operations × (reads + writes × penalty) / (operations_of_drive × "
            "burst_factor_of_a_drive_with_a_very_long_name_indeed)⌉",
            "⌈23,495 1/s × (62 % + 38 % × 2) / (485 1/s × 1.62)⌉",
            "42 drives",
            note="after a power cut",
            cites=(Cite(2, "page 8"), Cite(3)),
        ),
        Step("by groups", "group × ⌈drives / group⌉", "4 × ⌈43 / 4⌉", "44 drives", True),
    ),
    (
        Text("Groups are bought whole, hence "),
        Value("44 drives", strong=True),
        Text(" and "),
        Value("2 spares"),
        Text("."),
    ),
)

BOOT = Working(
    "How long does everything take to boot?",
    (
        Step(
            "by the pool",
            "desktops × reads_at_boot / operations_of_pool",
            "1,270 × 12,800 / 19,080 1/s",
            "14.2 min",
            True,
            cites=(Cite(3, "figure 7"),),
        ),
        Step("by the brokers", "desktops / (brokers × starts)", "1,270 / (2 × 60 1/min)", "10.6 min"),
    ),
    (
        Text("The slower of the two decides: "),
        Value("14.2 min", strong=True),
        Text(", asked for "),
        Value("12 min"),
        Text("."),
    ),
)


def volumes() -> tuple[Row, ...]:
    rows = []
    for number in range(1, 61):
        kind = ("replica", "delta", "profile", "swap")[number % 4]
        size = (0.5, 1.25, 12.0, 2.0, 0.375)[number % 5] * number
        rows.append(
            row(
                f"vol-{number:02d}-{kind}",
                f"pool {'AB'[number % 2]}",
                v(f"{size:,.3f}".rstrip("0").rstrip(".")),
                v(f"{number * 137 % 4100:,}"),
                v(f"{number * 1.7 % 100:.1f}"),
                HOLDS if number % 13 else WAIVED if number % 2 else FAILS,
                decides=number == 52,
            )
        )
    return tuple(rows)


DESIGN = Section(
    "3",
    "Storage and hosts",
    "design",
    (
        p(
            "Each number of things is the largest of its bounds. A bound is a formula of the library; the lines "
            "below put the numbers of this design into it. Whoever doubts a result can redo it by hand."
        ),
        Section(
            "3.1",
            "Hosts",
            "design.hosts",
            (
                HOSTS,
                p(
                    "With ",
                    Value("15 hosts"),
                    " the load of memory is ",
                    Value("93.75 %"),
                    " when all run and ",
                    Value("99.5 %"),
                    " when one is lost. The processor is never the limit.",
                ),
            ),
        ),
        Section(
            "3.2",
            "Drives",
            "design.drives",
            (
                DRIVES,
                Callout(
                    "neutral",
                    "The mirror doubles every write",
                    (
                        p(
                            "A write costs two operations of the pool, one for each copy ",
                            Cite(2, "page 6"),
                            ". Parity over five drives would cost ",
                            Value("4 operations"),
                            " and was not chosen.",
                        ),
                    ),
                ),
                BOOT,
            ),
        ),
        Section(
            "3.3",
            "Volumes",
            "design.volumes",
            (
                p("Sixty volumes lie in two pools. The table is set in fives; the decisive one is marked."),
                Table(
                    "Where does each volume lie, and what does it ask for?",
                    (
                        Column("Volume"),
                        Column("Pool"),
                        Column("Size", "GB", True),
                        Column("Operations", "1/s", True),
                        Column("Filled", "%", True),
                        Column("Verdict"),
                    ),
                    volumes(),
                    note=t("Filled at the end of phase 3."),
                ),
            ),
        ),
    ),
)

RULES = Section(
    "4",
    "Rules and margins",
    "rules",
    (
        p("Every rule of the library and of the design, its margin, and where it is written."),
        Table(
            "Does every rule hold, and by how much?",
            (
                Column("Rule"),
                Column("Asks for"),
                Column("Gets", numeric=True),
                Column("Margin", "%", True),
                Column("Verdict"),
                Column("Source"),
            ),
            (
                row(
                    (Code("boot.within_target"),),
                    "at most 12 min",
                    v("14.2 min"),
                    v("−18.3"),
                    FAILS,
                    "design, line 88",
                    decides=True,
                ),
                row(
                    (Code("pool.survives_two_losses"),),
                    "2 drives lost, data kept",
                    v("2 drives"),
                    v("0"),
                    HOLDS,
                    (Cite(2, "page 6"),),
                ),
                row(
                    (Code("pool.spares"),),
                    "1 spare in 16 drives, at least 3",
                    v("2 drives"),
                    v("−33.3"),
                    WAIVED,
                    (Cite(2, "page 31"),),
                ),
                row(
                    (Code("host.memory_left"),),
                    "at least 0 % when one host is lost",
                    v("0.5 %"),
                    v("0.5"),
                    HOLDS,
                    (Cite(1, "page 14"),),
                ),
                row(
                    (Code("host.memory_per_channel_population_is_symmetric"),),
                    "8 modules of one size",
                    v("8 modules"),
                    v("0"),
                    HOLDS,
                    (Cite(1),),
                ),
                row(
                    (Code("room.power"),),
                    "at most 24 kW in each room",
                    v("19.85 kW"),
                    v("17.3"),
                    HOLDS,
                    "design, line 102",
                ),
                row(
                    (Code("room.distance"),),
                    "at most 10 km between rooms",
                    v("1.4 km"),
                    v("86"),
                    HOLDS,
                    (Cite(4, "section 5"),),
                ),
                row(
                    (Code("network.oversubscription"),),
                    "at most 4 to 1",
                    v("2.5 to 1"),
                    v("37.5"),
                    HOLDS,
                    (Cite(4, "section 5"),),
                ),
            ),
        ),
        Table(
            "Published against computed",
            (
                Column("Figure"),
                Column("Published", numeric=True),
                Column("Computed", numeric=True),
                Column("Difference", "%", True),
            ),
            (
                row("Operations of 44 drives, 75 % writes", v("19,080 1/s"), v("19,212 1/s"), v("0.7")),
                row("Delay of a read at that load", v("9.1 ms"), v("8.75 ms"), v("−3.8")),
                row("Usable capacity", v("25.9 TB"), v("26.4 TB"), v("1.9")),
            ),
        ),
        Table("Rules that were not evaluated", (Column("Rule"), Column("Why")), (), empty="None."),
    ),
)

SCENARIOS = Section(
    "5",
    "Scenarios",
    "scenarios",
    (
        p("The same design, with one thing changed at a time."),
        Table(
            "What happens if …?",
            (
                Column("Scenario"),
                Column("Hosts", numeric=True),
                Column("Drives", numeric=True),
                Column("Memory", "%", True),
                Column("Writes at boot", "%", True),
                Column("Boot", "min", True),
                Column("Price", "€", True),
                Column("Verdict"),
            ),
            (
                row("As designed", v("15"), v("46"), v("99.5"), v("104.3"), v("14.2"), v("412,600"), FAILS),
                row(
                    "Four more drives",
                    v("15"),
                    v("50"),
                    v("99.5"),
                    v("95.6"),
                    v("11.9"),
                    v("421,200"),
                    HOLDS,
                    decides=True,
                ),
                row(
                    "Cache of 96 GB in each host",
                    v("18"),
                    v("46"),
                    v("98.7"),
                    v("61"),
                    v("8.25"),
                    v("468,900"),
                    HOLDS,
                ),
                row("One room lost", v("8"), v("23"), v("187.1"), v("208.6"), v("28.4"), v("412,600"), FAILS),
                row(
                    "Engineering doubles",
                    v("18"),
                    v("54"),
                    v("99.1"),
                    v("99.75"),
                    v("11.95"),
                    v("489,050"),
                    HOLDS,
                ),
            ),
        ),
    ),
)

ASSUMPTIONS = Section(
    "6",
    "Assumptions",
    "assumptions",
    (
        p(
            "What nobody stated and the design had to take from somewhere. Change any of them in the design, and "
            "everything that follows from it changes too."
        ),
        Table(
            "What was assumed, and what hangs on it?",
            (Column("Assumption"), Column("Value", numeric=True), Column("From"), Column("What hangs on it")),
            (
                row(
                    "Mean operations of an office desktop",
                    v("9 1/s"),
                    (Cite(3, "table 4"),),
                    "Number of drives; delay",
                ),
                row("Share of desktops that boot at once", v("100 %"), "library, worst case", "Boot time"),
                row("Growth of files in a year", v("15 %"), "library", "Capacity of the pool"),
                row("Memory kept for the hypervisor", v("24 GB"), (Cite(1, "page 12"),), "Number of hosts"),
            ),
        ),
    ),
)

BILL = Section(
    "7",
    "Bill of materials",
    "bill",
    (
        Table(
            "What is bought, and which bound asked for it?",
            (
                Column("Part"),
                Column("Number"),
                Column("Count", numeric=True),
                Column("Units", "U", True),
                Column("Power", "W", True),
                Column("Weight", "kg", True),
                Column("Price", "€", True),
                Column("Asked for by"),
            ),
            (
                row(
                    "Array, two controllers",
                    "AX-4410",
                    n("2"),
                    n("6"),
                    n("1,240"),
                    n("64.5"),
                    n("96,000"),
                    "rooms",
                    group="Storage",
                ),
                row(
                    "Drive 1.2 TB, 10,000 1/min",
                    "DR-1210-SAS",
                    n("46"),
                    n("0"),
                    n("381.8"),
                    n("22.1"),
                    n("98,900"),
                    (Code("by groups"),),
                    group="Storage",
                    decides=True,
                ),
                row(
                    "Shelf for 24 drives",
                    "SH-24",
                    n("1"),
                    n("2"),
                    n("180"),
                    n("17.25"),
                    n("8,400"),
                    "drives",
                    group="Storage",
                ),
                row(
                    "Host, 2 processors of 16 cores, 512 GB",
                    "HX-216-512",
                    n("15"),
                    n("30"),
                    n("9,750"),
                    n("412.5"),
                    n("183,300"),
                    (Code("by memory"),),
                    group="Hosts",
                    decides=True,
                ),
                row(
                    "Adapter, 2 ports of 10 Gbit/s",
                    "NA-210",
                    n("15"),
                    n("0"),
                    n("225"),
                    n("3"),
                    n("7,500"),
                    "network",
                    group="Hosts",
                ),
                row(
                    "Switch, 48 ports | 4 uplinks",
                    "=SW-48+4",
                    n("4"),
                    n("4"),
                    n("920"),
                    n("38.8"),
                    n("18,500"),
                    "@rooms",
                    group="Network",
                ),
                row(
                    "Mounting kit <script>alert(1)</script> & rails",
                    "-KIT",
                    n("17"),
                    n("0"),
                    n("0"),
                    n("51"),
                    n("1,020"),
                    "+hosts",
                    group="Network",
                ),
            ),
            total=row("Total", "", n("100"), n("42"), n("12,696.8"), n("609.15"), n("413,620"), ""),
            note=t(
                "Without licences, cabling and work. Two parts have no published weight and count as nothing."
            ),
            bill=True,
        ),
    ),
)

REFERENCES: tuple[Block, ...] = (
    References(
        (
            Reference(
                1,
                "Maker of hosts, “Sizing guide for virtual desktops”, edition 4, 2025.",
                "https://example.com/guides/sizing-guide-for-virtual-desktops-edition-4.pdf",
            ),
            Reference(
                2,
                "Maker of arrays, “Array performance and protection”, white paper, 2024.",
                "https://example.org/papers/array-performance-and-protection",
            ),
            Reference(
                3,
                "A. Writer and B. Reader, “Boot storms measured”, Journal of Systems 12 (2023), 101–119.",
                "http://example.net/boot-storms",
            ),
            Reference(4, "Network handbook of the campus.", "file:///etc/campus/handbook.pdf"),
            Reference(5, "An address that must not become a link <b>.", "javascript:alert(1)"),
        )
    ),
)

TRAPS = Section(
    "8",
    "Awkward text & <tags>",
    'traps "and" <anchors>',
    (
        p(
            "A name such as <script>alert('x')</script>, a | pipe, *stars*, _underscores_, a [link](https://x), "
            "`ticks`, $math$ & an ampersand; ",
            Code("a | b `c` <d> _e_"),
            "; and a citation of nothing ",
            Cite(99, "<i>nowhere</i>"),
            ".",
        ),
        p("- not a list"),
        p("1. not a list either"),
        p(
            "Ein Wort ohne Ende: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, "
            "and a name with no place to break: ",
            Code(
                "cluster.pool.tier_of_fast_drives.operations_per_second_after_loss_of_one_controller_at_boot"
            ),
            ".",
        ),
        Table(
            "Cells that <b>try</b> things",
            (Column("Text"), Column("Formula"), Column("Number", "<kg>", True)),
            (
                row("=1+2", "@SUM(A1:A9)", v("1,234.5")),
                row("\t=tab", "-2+3", v("−7")),
                row('say "hi", twice', "a|b\\c", v("+12.25")),
                row("<img src=x onerror=alert(1)>", "]]> --> </style>", v("—")),
            ),
            bill=False,
        ),
        Working(
            "A working with a <title>",
            (Step("by <b>", "a < b && c > d", "1 < 2 & 3 > 2", "<yes>"),),
            t("So <it> is."),
        ),
    ),
)

SAMPLE = Report(
    name="campus",
    language="en",
    paper="A4",
    cover=COVER,
    sections=(
        SUMMARY,
        REQUIREMENTS,
        DESIGN,
        RULES,
        SCENARIOS,
        ASSUMPTIONS,
        BILL,
        TRAPS,
        Section("9", "References", "references", REFERENCES),
    ),
)
