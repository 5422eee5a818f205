/**
 * Variables read by tests, benchmarks and the demo, and system variables that affect the service. They are not settings
 * of an installation, whose table is in apps/server/src/config/variables.
 */
export interface ToolVariable {
  readonly readBy: string;
  readonly about: string;
  readonly form: string;
  readonly unset: string;
}

export const TOOL_VARIABLES: Readonly<Record<string, ToolVariable>> = {
  RUBRICA_RUNS: {
    readBy: '`npm test`',
    about:
      'Longer campaigns: this many random histories; the process is killed after every statement; faults are injected under longer loads.',
    form: 'an integer',
    unset: 'the short form of each campaign, 12 histories',
  },
  RUBRICA_SEED: {
    readBy: '`npm test`',
    about: 'Repeats random histories or generated calls: the number that a failure printed.',
    form: 'an integer',
    unset: 'always the same; with `RUBRICA_RUNS` a different one each time',
  },
  RUBRICA_PATH: {
    readBy: '`npm test`',
    about: 'Repeats one history: the path that a failure printed beside its seed.',
    form: 'as printed',
    unset: 'every history',
  },
  RUBRICA_CALLS: {
    readBy: '`npm test`',
    about: 'How many calls are generated from the contract.',
    form: 'an integer',
    unset: '20,000; with `RUBRICA_RUNS` 200,000',
  },
  RUBRICA_EVERY_BYTE: {
    readBy: '`npm test`',
    about: 'Tests that the verifier detects a change of every single byte of its vectors.',
    form: '`1`',
    unset: 'a sample of them',
  },
  RUBRICA_CORPUS: {
    readBy: '`npm test`',
    about: 'A folder of real PDFs, with the expected verdict for each in `LABELS.tsv`.',
    form: 'a path',
    unset: 'a folder `shared/corpus` beside the repository; without one these tests are skipped',
  },
  RUBRICA_CONTAINER: {
    readBy: '`npm test`',
    about:
      'Builds the container image with buildah and debootstrap, runs it and upgrades it: some ten minutes, as root.',
    form: '`1`',
    unset: 'these tests are skipped',
  },
  RUBRICA_CLUSTER: {
    readBy: '`npm test -- --project campaigns`',
    about:
      'Rounds of failovers of PostgreSQL under Patroni; needs the Debian packages patroni, etcd-server, haproxy and postgresql-15.',
    form: 'an integer; a round takes about six minutes',
    unset: 'these tests are skipped',
  },
  RUBRICA_CLUSTER_FIGURES: {
    readBy: '`npm test -- --project campaigns`',
    about: 'A file for how long each of these failovers took, as JSON.',
    form: 'a path',
    unset: 'they are only printed',
  },
  CLAMD_PATH: {
    readBy: '`npm test`',
    about: 'The ClamAV daemon against which the antivirus adapter is tested.',
    form: 'a path',
    unset: '`/usr/sbin/clamd`, or a stand-in of ours that speaks its protocol',
  },
  LIBFAKETIME: {
    readBy: '`npm test`',
    about: 'The library that gives a process wrong clocks (libfaketimeMT).',
    form: 'a path',
    unset: 'where distributions install it; without it that campaign is skipped',
  },
  OPENAPI_GENERATOR_JAR: {
    readBy: '`npm test`',
    about:
      'openapi-generator, which makes clients of the served contract to be tried; releases before 7 are given it as OpenAPI 3.0.',
    form: 'a path',
    unset: 'these tests are skipped',
  },
  OPENAPI_GENERATOR_4_JAR: {
    readBy: '`npm test`',
    about: 'openapi-generator 4.3.1, the only release whose client in Go compiles with what Debian has.',
    form: 'a path',
    unset: 'that test is skipped',
  },
  CHROME_PATH: {
    readBy: '`npm test`, `acceptance/browser/screens.ts`, `bench/run.ts`',
    about: 'The Chromium that runs the pages.',
    form: 'a path',
    unset: "the system's, or the one that `npm ci` installs",
  },
  SEEDED: {
    readBy: '`bench/run.ts`',
    about: 'How many documents exist before anything is measured.',
    form: 'an integer',
    unset: '3000',
  },
  DOCUMENSO_URL: {
    readBy: '`bench/peer/run.ts`',
    about: 'An installation of Documenso that the service is compared with.',
    form: 'an origin',
    unset: 'no comparison',
  },
  DOCUMENSO_TOKEN: {
    readBy: '`bench/peer/run.ts`',
    about: 'A token of the API of that installation.',
    form: 'a secret',
    unset: 'no comparison',
  },
  RUBRICA_URL: {
    readBy: '`npm run demo`',
    about: 'The service that the demo talks to.',
    form: 'an origin',
    unset: '`http://localhost:` and `PORT`; if nothing answers there, the demo starts its own service',
  },
  NODE_COMPILE_CACHE: {
    readBy: 'every process (Node itself)',
    about: 'Where Node caches compiled code, including that of PDF workers: starts are faster.',
    form: 'a path',
    unset: 'nothing is cached',
  },
  NODE_EXTRA_CA_CERTS: {
    readBy: 'every process (Node itself)',
    about: 'Certificate authorities trusted besides those of Node; what `RUBRICA_CONTAINER` builds trusts them too.',
    form: 'the path of a PEM file',
    unset: "Node's own alone",
  },
  PATH: {
    readBy: 'every process',
    about: 'Where to look for the programs that sandbox PDF workers, and for those of the embedded PostgreSQL.',
    form: 'folders separated by colons',
    unset: '`/usr/bin:/bin:/usr/sbin:/sbin`',
  },
  SystemRoot: {
    readBy: 'every process, on Windows',
    about: 'Where Windows is; the programs of the embedded PostgreSQL do not start without it.',
    form: 'a path',
    unset: 'nothing is handed on, as on any other system',
  },
  TEMP: {
    readBy: 'every process, on Windows',
    about: 'Where the embedded PostgreSQL may put temporary files of its start.',
    form: 'a path',
    unset: 'nothing is handed on, as on any other system',
  },
};
