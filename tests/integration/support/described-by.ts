import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as z from 'zod';

const describedSchema = z.looseObject({ schema: z.unknown() });
const contentSchema = z.record(z.string(), describedSchema);
const operationSchema = z.object({
  operationId: z.string(),
  parameters: z.array(describedSchema).default([]),
  requestBody: z.object({ content: contentSchema }).default({ content: {} }),
  responses: z.record(z.string(), z.object({ content: contentSchema.optional() })),
});
const documentSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const METHODS = ['get', 'post', 'put', 'delete'];

/** Returns the way from one part of the document to another, as a JSON pointer in an address. */
const pointerOf = (...steps: readonly (string | number)[]): string =>
  steps.map((step) => `/${encodeURI(String(step).replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

export interface Described {
  /** Compiles every schema of a request or response. @throws Error for one that is no strict JSON schema */
  compileAll: () => number;
  /** @throws Error for a JSON body that the operation does not describe */
  requireRequest: (operationId: string, body: unknown) => void;
  /** @throws Error for a response that the operation does not describe */
  requireResponse: (operationId: string, response: { status: number; body: unknown; text?: string }) => void;
}

/**
 * Returns validators by ajv of what an OpenAPI document describes. They are compiled from the document as it is: a
 * reference leads into it, and nothing is rewritten.
 */
export const describedBy = (value: unknown): Described => {
  const document = documentSchema.parse(value);
  const ajv = new Ajv2020({
    strict: true,
    // Records by a list of names require names that only `propertyNames` describes.
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
  });
  formats.default(ajv);
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema(document, 'document', undefined, false);

  const pointers = new Map<string, string>();
  /** The text of each schema by its pointer. */
  const schemas = new Map<string, string>();
  /** Places of responses that have no body. */
  const bodiless = new Set<string>();
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS.filter((name) => item[name] !== undefined)) {
      const { operationId, parameters, requestBody, responses } = operationSchema.parse(item[method]);
      const at = pointerOf('paths', path, method);
      pointers.set(operationId, at);
      for (const [status, { content }] of Object.entries(responses))
        if (content === undefined) bodiless.add(`${at}${pointerOf('responses', status)}`);
      const add = ({ schema }: { schema: unknown }, ...steps: readonly (string | number)[]): void => {
        schemas.set(`${at}${pointerOf(...steps, 'schema')}`, JSON.stringify(schema));
      };
      for (const [index, parameter] of parameters.entries()) add(parameter, 'parameters', index);
      for (const [type, body] of Object.entries(requestBody.content))
        add(body, 'requestBody', 'content', type);
      for (const [status, { content = {} }] of Object.entries(responses))
        for (const [type, body] of Object.entries(content)) add(body, 'responses', status, 'content', type);
    }

  /** By text: schemas with the same text have the same validator, because their references lead to the same places. */
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (pointer: string, text: string): ValidateFunction => {
    const validate = compiled.get(text) ?? ajv.compile({ $ref: `document#${pointer}` });
    compiled.set(text, validate);
    return validate;
  };
  const require = (operationId: string, place: string, body: unknown): void => {
    const pointer = `${pointers.get(operationId) ?? ''}${place}`;
    const text = schemas.get(pointer);
    if (text === undefined) throw new Error(`${operationId} does not describe ${place}`);
    const validate = validatorOf(pointer, text);
    if (!validate(body))
      throw new Error(`${operationId} ${place}: ${ajv.errorsText(validate.errors, { dataVar: '' })}`);
  };
  const JSON_SCHEMA = ['content', 'application/json', 'schema'] as const;
  return {
    compileAll: () => {
      for (const [pointer, text] of schemas) validatorOf(pointer, text);
      return schemas.size;
    },
    requireRequest: (operationId, body) =>
      require(operationId, pointerOf('requestBody', ...JSON_SCHEMA), body),
    requireResponse: (operationId, { status, body, text = '' }) => {
      const isBodiless = bodiless.has(`${pointers.get(operationId) ?? ''}${pointerOf('responses', status)}`);
      if (!isBodiless) require(operationId, pointerOf('responses', status, ...JSON_SCHEMA), body);
      else if (text !== '') throw new Error(`${operationId} ${status} has a body`);
    },
  };
};
