import type { ExampleRequest } from './example-request.ts';
import { literal, type Syntax } from './literal.ts';

const SYNTAX: Syntax = {
  quote: (text) => JSON.stringify(text),
  list: ['[', ']'],
  map: ['{', '}'],
  pair: ': ',
  words: { true: 'True', false: 'False', null: 'None' },
  indent: '    ',
};
const { quote } = SYNTAX;

const bodyOf = ({ body }: ExampleRequest): string[] => {
  if (body === null) return [];
  if ('json' in body) return [`    json=${literal(body.json, SYNTAX, 1)},`];
  const { field, name, mimeType } = body.file;
  return [
    `    data=${literal(body.fields, SYNTAX, 1)},`,
    `    files={${quote(field)}: (${quote(name)}, open(${quote(name)}, "rb"), ${quote(mimeType)})},`,
  ];
};

/** Returns a request as a script for Python 3 with the package `requests`. */
export const pythonExample = (request: ExampleRequest): string =>
  [
    'import requests',
    '',
    'response = requests.request(',
    `    ${quote(request.method)},`,
    `    ${quote(request.url)},`,
    // The package sets the type of a JSON body.
    `    headers=${literal(request.headers, SYNTAX, 1)},`,
    ...bodyOf(request),
    '    timeout=30,',
    ')',
    'print(response.status_code, response.json())',
  ].join('\n');
