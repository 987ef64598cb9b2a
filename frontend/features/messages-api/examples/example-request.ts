/** A value of a JSON body. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A file of a form, in the folder in which the example runs. */
export interface ExampleFile {
  field: string;
  name: string;
  mimeType: string;
}

/** A request of the external API, from which the examples in all languages are made. */
export interface ExampleRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** The whole address. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** null without a body. */
  body: { json: Json } | { fields: Readonly<Record<string, string>>; file: ExampleFile } | null;
}

/** Returns the headers of a request, with the type of a JSON body; the program itself adds the type of a form. */
export const headersOf = ({ headers, body }: ExampleRequest): Record<string, string> => ({
  ...headers,
  ...(body !== null && 'json' in body ? { 'Content-Type': 'application/json' } : {}),
});

/** Programming languages with examples, in the order of their tabs. */
export const EXAMPLE_LANGUAGES = ['curl', 'javascript', 'python', 'php'] as const;
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number];
