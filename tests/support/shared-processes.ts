import { readFileSync } from 'node:fs';
import type { PoolRunnerInitializer } from 'vitest/node';
import { ForksPoolWorker } from 'vitest/node';

const NAME = 'shared-processes';
/** The modules of earlier files are never freed: after so many files, a process holds a gigabyte. */
const FILES_PER_PROCESS = 16;

type PoolWorker = ReturnType<PoolRunnerInitializer['createPoolWorker']>;

/** A module that a file replaces stays replaced for the next files of its process. */
const replacesModules = (file: string): boolean => readFileSync(file, 'utf8').includes('vi.mock(');

class SharedProcess extends ForksPoolWorker implements PoolWorker {
  override readonly name = NAME;
  private filesLeft = FILES_PER_PROCESS;

  override send(request: Parameters<PoolWorker['send']>[0]): void {
    if (request.type === 'run')
      for (const { filepath } of request.context.files)
        this.filesLeft = replacesModules(filepath) ? 0 : this.filesLeft - 1;
    super.send(request);
  }

  canReuse(): boolean {
    return this.filesLeft > 0;
  }
}

/** Pool of processes that run test files one after the other, each a limited number of them. */
export const sharedProcesses: PoolRunnerInitializer = {
  name: NAME,
  createPoolWorker: (options) => new SharedProcess(options),
};
