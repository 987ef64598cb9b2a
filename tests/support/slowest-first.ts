import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { REPOSITORY, readFileTimes } from './file-times.ts';

/**
 * Starts the slowest files first, by the stored seconds of an earlier run. A slow file that starts last would run alone
 * while the other processors are idle.
 */
export class SlowestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = readFileTimes();
    const secondsOf = ({ moduleId }: TestSpecification): number => times[relative(REPOSITORY, moduleId)] ?? 0;
    const byPath = files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId));
    return Promise.resolve(byPath.toSorted((a, b) => secondsOf(b) - secondsOf(a)));
  }
}
