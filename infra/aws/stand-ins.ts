import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import { ContainerImage } from 'aws-cdk-lib/aws-ecs';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { type CloudAssembly, VALIDATE_AGAINST_DEFAULT_RULES } from 'aws-cdk-lib/cx-api';
import type { FunctionResource } from '../programs.ts';
import { buildApp } from './build-app.ts';

export interface Synthesis {
  /** Changes the app before synthesis. */
  change?: (app: App) => void;
  /** Replaces the functions of `programs.ts`. */
  functions?: Readonly<Record<string, FunctionResource>>;
  /** Settings of the installation, as in `cdk.json`. */
  context?: Record<string, string>;
  /** Whether synthesis also fails on templates that break CloudFormation's schemas. The check starts in ten seconds. */
  isValidated?: boolean;
}

/**
 * Synthesizes the whole installation as a separate app with stand-ins for code, image and frontend, and returns its
 * templates within seconds.
 */
export const assembleWithStandIns = ({
  change,
  functions,
  context,
  isValidated = false,
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
      ...(functions === undefined ? {} : { functions }),
    },
    {
      outdir: join(dir, 'cdk.out'),
      context: { ...context, ...(isValidated ? { [VALIDATE_AGAINST_DEFAULT_RULES]: true } : {}) },
      builtinCloudFormationValidation: isValidated,
    },
  );
  change?.(app);
  try {
    const assembly = app.synth();
    // Read now, while the files exist: an assembly reads a template at first access.
    for (const stack of assembly.stacks) Object.keys(stack.template);
    return assembly;
  } finally {
    rmSync(dir, { recursive: true });
  }
};
