import { type App, Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import { isWhole } from '../support/depth.ts';
import { INSTALLATION, synthesize } from './support/templates.ts';

describe('S-63: synthesis with the rules of cdk-nag', () => {
  it('finds no violation in the deployed resources', async () => {
    // The shared synthesis fails on a violation. The whole depth also validates against CloudFormation's schemas.
    const { stacks } = isWhole ? await synthesize({ isValidated: true }) : INSTALLATION;
    expect(stacks).toHaveLength(5);
  });

  it('fails on a resource that breaks a rule', async () => {
    const change = (app: App) => new Bucket(new Stack(app, 'careless'), 'Open');
    await expect(synthesize({ change })).rejects.toThrow('server access logs disabled');
  });
});
