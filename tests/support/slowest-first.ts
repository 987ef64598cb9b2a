import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = join(import.meta.dirname, '..', '..');

/** What takes most of a minute or longer, the slowest of each kind first. */
const SLOW = [
  'tests/invariants/first-visit.test.ts',
  'tests/invariants/budgets.test.ts',
  'tests/integration/deployment-steps.test.ts',
  'tests/integration/webhook-crash.test.ts',
  'tests/integration/session-host-crash.test.ts',
  'tests/integration/schedule-firing.test.ts',
  'tests/integration/timer-hand-over.test.ts',
  'tests/e2e/screens.test.ts',
  'tests/e2e/composing.test.ts',
  'tests/e2e/history-import.test.ts',
  'tests/e2e/contact-import.test.ts',
  'tests/e2e/printing.test.ts',
];

/** Starts slow files first: one that is started last runs alone, and leaves the other processors nothing to do. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = SLOW.filter((file) => !existsSync(join(ROOT, file)));
    if (gone.length > 0)
      throw new Error(`slowest-first.ts names files that are not there: ${gone.join(', ')}`);
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = SLOW.indexOf(relative(ROOT, moduleId));
      return place < 0 ? SLOW.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
