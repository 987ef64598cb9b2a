import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as z from 'zod';

const contentSchema = z.record(z.string(), z.unknown());
const operationSchema = z.object({
  operationId: z.string(),
  parameters: z.array(z.unknown()).default([]),
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
  const schemas: string[] = [];
  /** Places of responses that have no body. */
  const bodiless = new Set<string>();
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS.filter((name) => item[name] !== undefined)) {
      const { operationId, parameters, requestBody, responses } = operationSchema.parse(item[method]);
      const at = pointerOf('paths', path, method);
      pointers.set(operationId, at);
      for (const [status, { content }] of Object.entries(responses))
        if (content === undefined) bodiless.add(`${at}${pointerOf('responses', status)}`);
      schemas.push(
        ...parameters.map((_one, index) => `${at}${pointerOf('parameters', index, 'schema')}`),
        ...Object.keys(requestBody.content).map(
          (type) => `${at}${pointerOf('requestBody', 'content', type, 'schema')}`,
        ),
        ...Object.entries(responses).flatMap(([status, { content }]) =>
          Object.keys(content ?? {}).map(
            (type) => `${at}${pointerOf('responses', status, 'content', type, 'schema')}`,
          ),
        ),
      );
    }

  const known = new Set(schemas);
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string): ValidateFunction => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  };
  const require = (operationId: string, place: string, body: unknown): void => {
    const pointer = `${pointers.get(operationId) ?? ''}${place}`;
    if (!known.has(pointer)) throw new Error(`${operationId} does not describe ${place}`);
    const validate = validatorAt(pointer);
    if (!validate(body))
      throw new Error(`${operationId} ${place}: ${ajv.errorsText(validate.errors, { dataVar: '' })}`);
  };
  const JSON_SCHEMA = ['content', 'application/json', 'schema'] as const;
  return {
    compileAll: () => schemas.map(validatorAt).length,
    requireRequest: (operationId, body) =>
      require(operationId, pointerOf('requestBody', ...JSON_SCHEMA), body),
    requireResponse: (operationId, { status, body, text = '' }) => {
      const isBodiless = bodiless.has(`${pointers.get(operationId) ?? ''}${pointerOf('responses', status)}`);
      if (!isBodiless) require(operationId, pointerOf('responses', status, ...JSON_SCHEMA), body);
      else if (text !== '') throw new Error(`${operationId} ${status} has a body`);
    },
  };
};
