import { type ExampleRequest, headersOf } from './example-request.ts';
import { literal, type Syntax } from './literal.ts';

const SYNTAX: Syntax = {
  quote: (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`,
  list: ['[', ']'],
  map: ['[', ']'],
  pair: ' => ',
  words: { true: 'true', false: 'false', null: 'null' },
  indent: '    ',
};
const { quote } = SYNTAX;

const bodyOf = ({ body }: ExampleRequest): string[] => {
  if (body === null) return [];
  if ('json' in body) return [`    CURLOPT_POSTFIELDS => json_encode(${literal(body.json, SYNTAX, 1)}),`];
  const { field, name, mimeType } = body.file;
  return [
    '    CURLOPT_POSTFIELDS => [',
    ...Object.entries(body.fields).map(([key, value]) => `        ${quote(key)} => ${quote(value)},`),
    `        ${quote(field)} => new CURLFile(${quote(name)}, ${quote(mimeType)}),`,
    '    ],',
  ];
};

/** Returns a request as a script for PHP 8 with its extension for curl. */
export const phpExample = (request: ExampleRequest): string =>
  [
    '<?php',
    `$request = curl_init(${quote(request.url)});`,
    'curl_setopt_array($request, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    `    CURLOPT_CUSTOMREQUEST => ${quote(request.method)},`,
    `    CURLOPT_HTTPHEADER => ${literal(
      Object.entries(headersOf(request)).map(([name, value]) => `${name}: ${value}`),
      SYNTAX,
      1,
    )},`,
    ...bodyOf(request),
    ']);',
    '$body = curl_exec($request);',
    "echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $body, PHP_EOL;",
  ].join('\n');
