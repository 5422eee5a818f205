import type { Reporter, SerializedError, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';
import { withoutBrowser } from '../acceptance/browser/chromium.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test does not run here: what it needs and this machine lacks. */
    lacks?: string;
  }
}

/**
 * Closes a run with what whoever reads it needs next: where its time went, why tests were skipped, each failure with the
 * command that runs it alone, and one plain line that any machine can read: `N passed, N failed`.
 */
export default class CountReporter implements Reporter {
  /** Whether tests were selected by name: the others are then skipped for that reason and no other. */
  #chosen = false;

  onInit(vitest: Pick<Vitest, 'config'>): void {
    this.#chosen = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<SerializedError>): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = tests.filter((test) => !['passed', 'failed'].includes(test.result().state));
    const failures = [...modules.flatMap(failuresOf), ...unhandled.map((error) => `  ${error.message}`)];
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    if (modules.length >= MANY_FILES) print('Seconds of test files, several at once:', timesOf(modules));
    if (skipped.length > 0 && !this.#chosen) print('Skipped:', reasonsOf(skipped));
    if (failures.length > 0) print('Failed:', failures);
    const closing = `${passed} passed, ${failures.length} failed`;
    print(skipped.length > 0 ? `${closing}, ${skipped.length} skipped` : closing, []);
  }
}

/** From so many files on somebody may ask where the time went. */
const MANY_FILES = 10;
/** Folders that are named of a part, those that took longest. */
const FOLDERS = 6;

/** A line for each part of the suite (test-parts.ts), the longest first, with its longest folders. */
function timesOf(modules: ReadonlyArray<TestModule>): string[] {
  const parts = Map.groupBy(modules, (module) => module.project.name || 'tests');
  return byTime(parts).map(([part, files]) => {
    const folders = byTime(Map.groupBy(files, ({ relativeModuleId }) => folderOf(relativeModuleId))).slice(0, FOLDERS);
    const longest = folders.map(([folder, some]) => `${folder} ${secondsOf(some)}`).join(', ');
    return `  ${part.padEnd(10)}${String(secondsOf(files)).padStart(5)} in ${files.length} files: ${longest}`;
  });
}

const byTime = (groups: Map<string, TestModule[]>) =>
  [...groups].sort(([, some], [, others]) => secondsOf(others) - secondsOf(some));

const secondsOf = (modules: ReadonlyArray<TestModule>): number =>
  Math.round(modules.reduce((sum, module) => sum + module.diagnostic().duration, 0) / 1000);

/** `pdf` of `packages/pdf/test/ink.test.ts`. */
const folderOf = (file: string): string =>
  file
    .split('/')
    .slice(0, -1)
    .findLast((name) => !['test', 'src'].includes(name)) ?? '.';

function print(title: string, lines: readonly string[]): void {
  process.stdout.write(`\n${[title, ...lines].join('\n')}\n`);
}

/** One line per reason, with the number of tests and their files. */
function reasonsOf(skipped: readonly TestCase[]): string[] {
  const reasons = Map.groupBy(skipped, reasonOf);
  return [...reasons].map(([reason, tests]) => {
    const files = new Set(tests.map((test) => test.module.relativeModuleId));
    return `  ${tests.length}: ${reason} (${[...files].join(', ')})`;
  });
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  if (result.state === 'pending') return 'the run ended before';
  const told = test.meta().lacks ?? (result.state === 'skipped' ? result.note : undefined);
  if (told) return told;
  if (isBroken(test.parent)) return 'what they stand on failed, see below';
  return (test.module.relativeModuleId.startsWith('acceptance/') && withoutBrowser()) || 'without a reason';
}

/** Whether the test's file or one of its suites failed itself, so that its tests did not run. */
function isBroken(parent: TestSuite | TestModule): boolean {
  return parent.errors().length > 0 || (parent.type === 'suite' && isBroken(parent.parent));
}

/** The failures in a file, including those of loading it and of its hooks. */
function failuresOf(module: TestModule): string[] {
  const file = module.relativeModuleId;
  const failed = [...module.children.allTests()].filter((test) => test.result().state === 'failed');
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  return [
    ...module.errors().map(() => failure([file], file)),
    ...suites.map((suite) =>
      failure([file, ...pathOf(suite)], `${file} -t ${quoted(`^${pattern(pathOf(suite))} > `)}`),
    ),
    ...failed.map((test) => failure([file, ...pathOf(test)], `${file} -t ${quoted(`^${pattern(pathOf(test))}$`)}`)),
  ];
}

const failure = (path: readonly string[], args: string): string => `  ${path.join(' > ')}\n    npm test -- ${args}`;

function pathOf(entity: TestCase | TestSuite): string[] {
  const { parent } = entity;
  return parent.type === 'suite' ? [...pathOf(parent), entity.name] : [entity.name];
}

/** `-t` takes a regular expression for the names from the outermost suite on. */
const pattern = (path: readonly string[]): string => path.join(' > ').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Quotes a word for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
