import { Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import { synthesize } from './support/templates.ts';

describe('S-63: synthesis with the rules of cdk-nag', () => {
  it('finds no violation in the deployed resources', () => {
    expect(synthesize().size).toBe(5);
  });

  it('fails on a resource that breaks a rule', () => {
    expect(() => synthesize({ change: (app) => new Bucket(new Stack(app, 'careless'), 'Open') })).toThrow(
      'server access logs disabled',
    );
  });
});
