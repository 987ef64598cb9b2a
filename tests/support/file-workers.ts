import exportFunction from '@prosa/functions/workers/contact-exports/function.ts';
import { handler as exports } from '@prosa/functions/workers/contact-exports/handler.ts';
import importFunction from '@prosa/functions/workers/contact-imports/function.ts';
import { handler as imports } from '@prosa/functions/workers/contact-imports/handler.ts';
import historyFunction from '@prosa/functions/workers/history-imports/function.ts';
import { handler as histories } from '@prosa/functions/workers/history-imports/handler.ts';
import { type ChildWorker, childWorker } from './child-worker.ts';

/** Workers that read or write whole files, by their queues, each with the role of its function. */
export const FILE_WORKERS = {
  'contact-imports': childWorker('contact-imports', importFunction, imports),
  'contact-exports': childWorker('contact-exports', exportFunction, exports),
  'history-imports': childWorker('history-imports', historyFunction, histories),
} as const satisfies Record<string, ChildWorker>;
export type FileQueue = keyof typeof FILE_WORKERS;
