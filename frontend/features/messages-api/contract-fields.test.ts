import { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { describe, expect, it } from 'vitest';
import { fieldsOf, requestFieldsOf } from './contract-fields.ts';
import { DOCUMENTED_CALLS, DOCUMENTED_ERRORS } from './documented-calls.ts';

const pathOf = (name: string): string => name.replaceAll('_', '.');

describe('fields of a contract', () => {
  it('have the JSON type that callers write, and are required where the contract requires them', () => {
    const fields = requestFieldsOf(externalRoutes.sendMessage);
    expect(fields.get('number')).toEqual({ type: 'string', isRequired: true });
    expect(fields.get('body')).toEqual({ type: 'string', isRequired: false });
    expect(fields.get('userId')).toEqual({ type: 'integer', isRequired: false });
    expect(fields.get('closeTicket')).toEqual({ type: 'boolean', isRequired: false });
    expect(fields.get('template')).toEqual({ type: 'object', isRequired: false });
    expect(fields.get('template.name')).toEqual({ type: 'string', isRequired: true });
    expect(fields.get('medias')).toEqual({ type: 'file', isRequired: true });
    expect(requestFieldsOf(externalRoutes.messageStatus).get('id')?.isRequired).toBe(true);
    expect(requestFieldsOf(externalRoutes.checkNumber).has('medias')).toBe(false);
  });
});

describe('the documentation', () => {
  it('explains every field of every request of the external API', () => {
    const missing = Object.values(externalRoutes).flatMap((row) => {
      const explained = DOCUMENTED_CALLS.filter((call) => call.row === row).flatMap(({ fields }) =>
        fields.map(pathOf),
      );
      return [...requestFieldsOf(row).keys()]
        .filter((path) => !explained.includes(path))
        .map((path) => `${row.id}: ${path}`);
    });
    expect(missing).toEqual([]);
  });

  it('explains no field that the contract does not have', () => {
    const wrong = DOCUMENTED_CALLS.flatMap(({ name, row, fields, answers }) => {
      const [sent, answered] = [requestFieldsOf(row), fieldsOf(row.response, 'output')];
      return [
        ...fields.filter((field) => !sent.has(pathOf(field))),
        ...answers.filter((field) => !answered.has(pathOf(field))),
      ].map((field) => `${name}: ${field}`);
    });
    expect(wrong).toEqual([]);
  });

  it('explains every field of the responses', () => {
    const missing = Object.values(externalRoutes).flatMap((row) => {
      const [answered] = DOCUMENTED_CALLS.filter((call) => call.row === row && call.answers.length > 0);
      const explained: readonly string[] = answered?.answers ?? ['status', 'messages'];
      return [...fieldsOf(row.response, 'output').keys()].filter((path) => !explained.includes(path));
    });
    expect(missing).toEqual([]);
  });

  it('says of conflicts, limits and failures of the server alone that they are worth a retry', () => {
    expect(DOCUMENTED_ERRORS.filter(({ isRetried }) => isRetried).map(({ code }) => code)).toEqual([
      'ERR_CONFLICT',
      'ERR_TOO_MANY_REQUESTS',
      'ERR_INTERNAL',
      'ERR_UNAVAILABLE',
    ]);
  });
});
