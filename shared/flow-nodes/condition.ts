import * as z from 'zod';
import { textSchema } from '../entities/common.ts';

/** How a condition compares a variable with a value. Case and accents do not count. */
export const CONDITION_OPERATORS = [
  'contains',
  'equals',
  'notEquals',
  'greater',
  'greaterOrEqual',
  'less',
  'lessOrEqual',
  'startsWith',
  'endsWith',
  'isEmpty',
  'isNotEmpty',
] as const;

/** Compares a variable: the handle `a` is taken if it holds, `b` otherwise. */
export const conditionDataSchema = z.object({
  key: z.string().max(50).default(''),
  operator: z.enum(CONDITION_OPERATORS).default('equals'),
  value: textSchema().max(500).default(''),
});
