import { assembleWithStandIns, type Synthesis } from '@prosa/infra/aws/stand-ins.ts';

export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DependsOn?: unknown;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}
export interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown } }>;
}
export type StackName = 'prosa-data' | 'prosa-api' | 'prosa-workers' | 'prosa-sessions' | 'prosa-web';

let templates: Map<string, Template> | undefined;

/**
 * Returns a synthesized template, with stand-ins for code, image and app. Synthesis takes seconds, so the tests of
 * one file share it.
 */
export const templateOf = (stack: StackName): Template => {
  templates ??= synthesize();
  const template = templates.get(stack);
  if (template === undefined) throw new Error(`no stack ${stack}`);
  return template;
};

/** Returns an installation's templates with stand-ins, by stack name. */
export const synthesize = (synthesis?: Synthesis): Map<string, Template> =>
  new Map(assembleWithStandIns(synthesis).stacks.map(({ stackName, template }) => [stackName, template]));

export interface Named extends Resource {
  id: string;
}

/** Returns the resources of a type in a stack. */
export const resourcesOf = (stack: StackName, type: string): Named[] =>
  Object.entries(templateOf(stack).Resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, resource]) => ({ id, ...resource }));

/** Returns a value of the template as one line, with references in angle brackets. */
export const flat = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return String(value);
  if ('Ref' in value) return `<${flat(value.Ref)}>`;
  if ('Fn::ImportValue' in value) return `<${flat(value['Fn::ImportValue'])}>`;
  if ('Fn::GetAtt' in value && Array.isArray(value['Fn::GetAtt']))
    return `<${value['Fn::GetAtt'].map(flat).join('.')}>`;
  if ('Fn::Join' in value && Array.isArray(value['Fn::Join'])) {
    const [separator, parts]: unknown[] = value['Fn::Join'];
    return Array.isArray(parts) ? parts.map(flat).join(flat(separator)) : '';
  }
  return JSON.stringify(value);
};
