import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import * as z from 'zod';

const failureSchema = z.object({
  file: z.string(),
  name: z.string(),
  /** The expected value, the difference, and the place. */
  message: z.string(),
});
export const outcomeSchema = z.object({
  passed: z.int(),
  failures: z.array(failureSchema),
  files: z.array(z.object({ file: z.string(), seconds: z.number() })),
});
/** Results of a run's tests, and the seconds of each file. */
export type Outcome = z.infer<typeof outcomeSchema>;

/** Environment variable with the file that a run's outcome is written to. */
export const OUTCOME_FILE = 'PROSA_TEST_OUTCOME';

const COLOURS = new RegExp(`${String.fromCodePoint(27)}\\[\\d+m`, 'g');

interface Thrown {
  message: string;
  stack?: string | undefined;
  diff?: string | undefined;
}
const DIFFERING_LINES = 8;
/** A browser's message is followed by every attempt, which would hide the place. */
const REASON_LINES = 8;

const told = ({ message, stack = message, diff = '' }: Thrown): string => {
  const lines = diff.replace(COLOURS, '').split('\n');
  const differing = lines.filter((line) => /^[-+] /.test(line) && !/^- Expected|^\+ Received/.test(line));
  const end = stack.indexOf(message) + message.length;
  const [what, where] = stack.includes(message)
    ? [stack.slice(0, end), stack.slice(end)]
    : [message, stack.replace(/^.*\n/, '')];
  const reason = what
    .replace(COLOURS, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [...reason.slice(0, REASON_LINES), ...differing.slice(0, DIFFERING_LINES), where].join('\n');
};

/** Writes the results of a run's tests to the file in `PROSA_TEST_OUTCOME`. */
export default class OutcomeReporter implements Reporter {
  /** Whether the run has only the tests with a name. */
  private isNamed = false;

  onInit(vitest: Vitest): void {
    this.isNamed = vitest.getGlobalTestNamePattern() !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const outcome: Outcome = { passed: 0, failures: [], files: [] };
    for (const module of modules) this.add(module, outcome);
    writeFileSync(process.env[OUTCOME_FILE] ?? '', JSON.stringify(outcome));
  }

  private add(module: TestModule, outcome: Outcome): void {
    const file = module.relativeModuleId;
    const { duration, collectDuration } = module.diagnostic();
    outcome.files.push({ file, seconds: (duration + collectDuration) / 1000 });
    let failedHere = 0;
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result();
      if (state === 'passed') outcome.passed += 1;
      if (state === 'passed' || (state === 'skipped' && this.isNamed)) continue;
      failedHere += 1;
      const message = errors.map(told).join('\n') || `not run (${state})`;
      outcome.failures.push({ file, name: test.fullName, message });
    }
    // Errors of hooks, and of a file that cannot be read.
    const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
    if (errors.length > 0 || (module.state() === 'failed' && failedHere === 0))
      outcome.failures.push({ file, name: '(the file itself)', message: errors.map(told).join('\n') });
  }
}
