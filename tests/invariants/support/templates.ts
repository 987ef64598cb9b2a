import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Synthesis } from '@prosa/infra/aws/stand-ins.ts';
import { sharedFile } from './shared-folder.ts';

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

/** A synthesized installation, as far as the tests read it. */
export interface Installation {
  /** Context that the CDK would have to look up in AWS. */
  missing: unknown[];
  stacks: { stackName: string; region: string; dependencies: string[]; template: Template }[];
}

/** Synthesizes an installation, with stand-ins for code, image and app. This takes seconds. */
export const synthesize = async (synthesis?: Synthesis): Promise<Installation> => {
  // Imported here, because files that read a synthesized installation should not load the CDK.
  const { assembleWithStandIns } = await import('@prosa/infra/aws/stand-ins.ts');
  const { manifest, stacks } = assembleWithStandIns(synthesis);
  return {
    missing: manifest.missing ?? [],
    stacks: stacks.map(({ stackName, environment, dependencies, template }) => ({
      stackName,
      region: environment.region,
      dependencies: dependencies.map(({ id }) => id),
      template,
    })),
  };
};

/**
 * Returns the installation with these settings, and the account of the environment. All test files of a run share it:
 * the first one synthesizes it. Two that start at the same time may both do so; the results are equal.
 */
export const installationWith = async (context: Record<string, string> = {}): Promise<Installation> => {
  const key = JSON.stringify([process.env.CDK_DEFAULT_ACCOUNT, context]);
  const file = sharedFile(`${createHash('sha256').update(key).digest('hex')}.json`);
  if (!existsSync(file)) {
    // Renamed when it is whole, so that no other file reads a part.
    const part = `${file}.${process.pid}`;
    writeFileSync(part, JSON.stringify(await synthesize({ context })));
    renameSync(part, file);
  }
  const installation: Installation = JSON.parse(readFileSync(file, 'utf8'));
  return installation;
};

/** Returns an installation's templates by stack name. */
export const templatesOf = ({ stacks }: Installation): Map<string, Template> =>
  new Map(stacks.map(({ stackName, template }) => [stackName, template]));

/** The installation with the default settings. */
export const INSTALLATION = await installationWith();
const templates = templatesOf(INSTALLATION);

/** Returns a template of the installation with the default settings. */
export const templateOf = (stack: StackName): Template => {
  const template = templates.get(stack);
  if (template === undefined) throw new Error(`no stack ${stack}`);
  return template;
};

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
