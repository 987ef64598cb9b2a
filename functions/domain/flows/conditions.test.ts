import { CONDITION_OPERATORS } from '@prosa/shared/flow-nodes/condition.ts';
import { describe, expect, it } from 'vitest';
import { holds, numberIn } from './conditions.ts';

describe('conditions of flows', () => {
  it.each([
    ['contains', 'Quero um ORÇAMENTO', 'orcamento', true],
    ['contains', 'Quero', 'orçamento', false],
    ['equals', ' São Paulo ', 'sao paulo', true],
    ['equals', '1,50', '1.5', true],
    ['equals', '👍', '👎', false],
    ['notEquals', 'a', 'b', true],
    ['greater', '10', '9', true],
    ['greater', '1.000', '999', true],
    ['greater', 'b', 'a', true],
    ['greaterOrEqual', '18', '18', true],
    ['less', '-1', '0', true],
    ['less', '2', '10', true],
    ['lessOrEqual', '10', '2', false],
    ['startsWith', 'Olá mundo', 'ola', true],
    ['endsWith', 'Olá mundo', 'MUNDO', true],
    ['endsWith', 'Olá mundo', 'olá', false],
    ['isEmpty', ' ', '', true],
    ['isEmpty', '0', '', false],
    ['isNotEmpty', '0', '', true],
  ] as const)('%s: %j with %j is %s', (operator, value, other, expected) => {
    expect(holds(operator, value, other)).toBe(expected);
  });

  it('exist for every operator of the editor', () => {
    for (const operator of CONDITION_OPERATORS) expect(typeof holds(operator, 'a', 'b')).toBe('boolean');
  });

  it.each([
    ['1234', 1234],
    ['1.234', 1234],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1234.567', 1234.567],
    ['0,500', 0.5],
    ['-3', -3],
    ['3 anos', undefined],
    ['', undefined],
    ['1.2.3', undefined],
  ] as const)('%j is the number %s', (text, expected) => {
    expect(numberIn(text)).toBe(expected);
  });
});
