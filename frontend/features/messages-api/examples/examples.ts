import { curlExample } from './curl.ts';
import type { ExampleLanguage, ExampleRequest } from './example-request.ts';
import { javascriptExample } from './javascript.ts';
import { phpExample } from './php.ts';
import { pythonExample } from './python.ts';

/** Writers of examples, by programming language. */
export const EXAMPLES: Record<ExampleLanguage, (request: ExampleRequest) => string> = {
  curl: curlExample,
  javascript: javascriptExample,
  python: pythonExample,
  php: phpExample,
};
