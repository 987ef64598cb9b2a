import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteGroups } from '@prosa/shared/contracts/route.ts';
import type { App } from 'aws-cdk-lib';
import { ContainerImage } from 'aws-cdk-lib/aws-ecs';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import type { FunctionResource } from '../programs.ts';
import { buildApp } from './build-app.ts';

export interface Synthesis {
  /** Adds to the app before it is synthesized. */
  change?: (app: App) => void;
  /** In the place of those of the contracts. */
  routes?: RouteGroups;
  /** In the place of those of `programs.ts`. */
  functions?: Readonly<Record<string, FunctionResource>>;
  /** What the installation decides, as in `cdk.json`. */
  context?: Record<string, string>;
}

/** The whole installation as an app of its own, with stand-ins for code, image and app: its templates, in seconds. */
export const assembleWithStandIns = ({
  change,
  routes,
  functions,
  context,
}: Synthesis = {}): CloudAssembly => {
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
      ...(functions === undefined ? {} : { functions }),
    },
    { outdir: join(dir, 'cdk.out'), ...(context === undefined ? {} : { context }) },
  );
  change?.(app);
  try {
    const assembly = app.synth();
    // Read now, while the files are there: an assembly reads a template when it is first asked for it.
    for (const stack of assembly.stacks) Object.keys(stack.template);
    return assembly;
  } finally {
    rmSync(dir, { recursive: true });
  }
};
