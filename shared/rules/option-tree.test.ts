import { describe, expect, it } from 'vitest';
import { OPTION_DEPTH_MAX, OPTIONS_MAX, OPTIONS_TEXT_MAX, optionPath, treeProblems } from './option-tree.ts';

interface Option {
  name: string;
  greetingMessage: string;
  options: Option[];
}
const option = (greetingMessage = '', options: Option[] = []): Option => ({
  name: 'Opção',
  greetingMessage,
  options,
});
const many = (count: number) => Array.from({ length: count }, () => option());
const chain = (depth: number): Option[] => (depth === 0 ? [] : [option('Escolha', chain(depth - 1))]);

describe('the rules of an option tree', () => {
  it('require a text where the customer has to choose again', () => {
    const tree = [option('Oi', [option(' ', [option()])]), option()];
    expect(treeProblems(tree)).toEqual([{ kind: 'message-required', path: [0, 0] }]);
    expect(optionPath([0, 0])).toEqual([0, 'options', 0]);
  });

  it('limit the number of options, levels and characters', () => {
    expect(treeProblems(many(OPTIONS_MAX))).toEqual([]);
    expect(treeProblems(many(OPTIONS_MAX + 1))).toEqual([{ kind: 'too-large', maximum: OPTIONS_MAX }]);
    expect(treeProblems(chain(OPTION_DEPTH_MAX))).toEqual([]);
    expect(treeProblems(chain(OPTION_DEPTH_MAX + 1))).toEqual([
      { kind: 'too-large', maximum: OPTION_DEPTH_MAX },
    ]);
    expect(treeProblems([option('x'.repeat(OPTIONS_TEXT_MAX))])).toEqual([
      { kind: 'too-large', maximum: OPTIONS_TEXT_MAX },
    ]);
  });

  it('also apply to a tree that is too deep for recursion', () => {
    expect(treeProblems(chain(4_000))).toEqual([{ kind: 'too-large', maximum: OPTION_DEPTH_MAX }]);
  });
});
