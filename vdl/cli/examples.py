"""What the help text of each command shows."""

EXAMPLES = {
    "check": """\
examples:
  vdl check trips.vdl
  vdl check designs/ --as-of 2027-06-30
  vdl check --format json trips.vdl
  vdl check --quiet - < trips.vdl
""",
    "size": """\
examples:
  vdl size trips.vdl
  vdl size trips.vdl --scenario growth --set "pupils = 900 pupils"
  vdl size trips.vdl --all
""",
    "eval": """\
examples:
  vdl eval trips.vdl fleet.buses "fleet.seats - pupils"
  vdl eval trips.vdl --design north --format json fleet.buses
""",
    "ask": """\
examples:
  vdl ask trips.vdl                           answers the questions written in the design
  vdl ask trips.vdl fits                      answers the one called `fits`
  vdl ask trips.vdl "largest pupils where fleet.buses <= 4 buses"
  vdl ask trips.vdl "largest pupils where fleet.buses <= 4 buses ignoring fleet.spare_seats"
  vdl ask trips.vdl "fleet.buses for pupils in 100..400 pupils step 50 pupils"
  vdl ask trips.vdl --mend fleet.few          which single input would mend that rule, and by how much
""",
    "sweep": """\
examples:
  vdl sweep trips.vdl --vary "pupils = 100..400 pupils step 50 pupils"
  vdl sweep trips.vdl --vary "pupils = [200 pupils, 300 pupils]" --vary scenario --show fleet.buses,cost
  vdl sweep trips.vdl when_next               a question of the design that looks at several values
  vdl sweep trips.vdl --sample 10000 --seed 7 how sure the design is, where it says ranges
""",
    "compare": """\
examples:
  vdl compare trips.vdl
  vdl compare trips.vdl --scenario growth --set "fleet.seats = 60 pupils/bus"
  vdl compare north.vdl south.vdl --format md
""",
    "diff": """\
examples:
  vdl diff main...HEAD                        what a branch changes since it left main
  vdl diff HEAD trips.vdl                     what the working tree changes in one file
  vdl diff v1 v2 designs/ --format md         two revisions of a folder, as a comment on a pull request
  vdl diff old.vdl new.vdl --renamed fleet=buses
""",
    "explain": """\
examples:
  vdl explain trips.vdl fleet.buses           a quantity, or all those of an object
  vdl explain trips.vdl fleet.spare_seats     a rule
  vdl explain trips.vdl fleet.buses --depth 1
  vdl explain unit-mismatch                   a diagnostic
""",
    "graph": """\
examples:
  vdl graph trips.vdl > trips.dot
  vdl graph trips.vdl fleet.buses --ancestors --format mermaid
  vdl graph trips.vdl fleet.spare_seats       what a rule hangs on
""",
    "build": """\
examples:
  vdl build trips.vdl
  vdl build trips.vdl --out reports --format html,pdf
""",
}
