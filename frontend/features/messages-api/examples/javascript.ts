import { type ExampleRequest, headersOf } from './example-request.ts';
import { literal, type Syntax } from './literal.ts';

const SYNTAX: Syntax = {
  quote: (text) => JSON.stringify(text),
  list: ['[', ']'],
  map: ['{', '}'],
  pair: ': ',
  words: { true: 'true', false: 'false', null: 'null' },
  indent: '  ',
};
const { quote } = SYNTAX;

const formOf = ({ body }: ExampleRequest): string[] => {
  if (body === null || 'json' in body) return [];
  const { field, name, mimeType } = body.file;
  return [
    'import { openAsBlob } from "node:fs";',
    '',
    'const form = new FormData();',
    ...Object.entries(body.fields).map(([key, value]) => `form.append(${quote(key)}, ${quote(value)});`),
    `const file = await openAsBlob(${quote(name)}, { type: ${quote(mimeType)} });`,
    `form.append(${quote(field)}, file, ${quote(name)});`,
    '',
  ];
};

const bodyOf = ({ body }: ExampleRequest): string[] => {
  if (body === null) return [];
  return 'json' in body ? [`  body: JSON.stringify(${literal(body.json, SYNTAX, 1)}),`] : ['  body: form,'];
};

/** Returns a request as a module for Node.js 20 or newer, which uses fetch. */
export const javascriptExample = (request: ExampleRequest): string =>
  [
    ...formOf(request),
    `const response = await fetch(${quote(request.url)}, {`,
    `  method: ${quote(request.method)},`,
    `  headers: ${literal(headersOf(request), SYNTAX, 1)},`,
    ...bodyOf(request),
    '});',
    'console.log(response.status, await response.json());',
  ].join('\n');
