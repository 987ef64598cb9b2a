import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '@prosa/infra/aws/build-app.ts';
import type { RouteGroups } from '@prosa/shared/contracts/route.ts';
import type { App } from 'aws-cdk-lib';
import { ContainerImage } from 'aws-cdk-lib/aws-ecs';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { expect } from 'vitest';

export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DependsOn?: unknown;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}
export interface Template {
  Resources: Record<string, Resource>;
}
export type StackName = 'prosa-data' | 'prosa-api' | 'prosa-workers' | 'prosa-sessions' | 'prosa-web';

let templates: Map<string, Template> | undefined;

/** The synthesized templates, with stand-ins for code, image and app. Synthesis takes seconds: the tests of one file share it. */
export const templateOf = (stack: StackName): Template => {
  templates ??= synthesize();
  const template = templates.get(stack);
  if (template === undefined) throw new Error(`no stack ${stack}`);
  return template;
};

interface Synthesis {
  /** Adds to the app before it is synthesized. */
  change?: (app: App) => void;
  /** In the place of those of the contracts. */
  routes?: RouteGroups;
  /** What the installation decides, as in `cdk.json`. */
  context?: Record<string, string>;
}

/** The whole installation as an app of its own, with stand-ins. */
export const assemble = ({ change, routes, context }: Synthesis = {}): CloudAssembly => {
  const dir = mkdtempSync(join(tmpdir(), 'prosa-synth-'));
  const appDir = join(dir, 'app');
  mkdirSync(appDir);
  writeFileSync(join(appDir, 'index.html'), '<!doctype html>');
  const app = buildApp(
    {
      codeOf: () => Code.fromInline('exports.handler = async () => ({});'),
      sessionImage: ContainerImage.fromRegistry('session-host'),
      appDir,
      ...(routes === undefined ? {} : { routes }),
    },
    { outdir: join(dir, 'cdk.out'), ...(context === undefined ? {} : { context }) },
  );
  change?.(app);
  try {
    const assembly = app.synth();
    // Templates are read from the directory when they are first asked for.
    for (const stack of assembly.stacks) expect(stack.template).toBeDefined();
    return assembly;
  } finally {
    rmSync(dir, { recursive: true });
  }
};

/** The templates of {@link assemble}, by the names of their stacks. */
export const synthesize = (synthesis?: Synthesis): Map<string, Template> =>
  new Map(assemble(synthesis).stacks.map(({ stackName, template }) => [stackName, template]));

export interface Named extends Resource {
  id: string;
}

/** Resources of a type in a stack. */
export const resourcesOf = (stack: StackName, type: string): Named[] =>
  Object.entries(templateOf(stack).Resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, resource]) => ({ id, ...resource }));

/** A value of the template as one line: references in angle brackets. */
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
