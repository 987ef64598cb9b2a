import type { Grants } from '@prosa/functions/platform/lambda/declare-function.ts';
import type { QueueName, SecretName } from '@prosa/shared/resource-names.ts';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { permissionsOf, type Resource } from '../permissions.ts';
import type { SecretResource } from '../resources.ts';

/** ARNs of the resources that grants refer to. */
export interface GrantTargets {
  tableArn: string;
  bucketArn: string;
  keyArn: (under: SecretResource['under']) => string;
  queueArn: (name: QueueName) => string;
  secretArn: (name: SecretName) => string;
  /** WebSocket connections of the API's stage. */
  connectionsArn: string;
  emailIdentityArn: string;
}

export const arnOf = (resource: Resource, targets: GrantTargets): string => {
  switch (resource.kind) {
    case 'table':
      return targets.tableArn;
    case 'index':
      return `${targets.tableArn}/index/${resource.name}`;
    case 'bucket':
      return targets.bucketArn;
    case 'objects':
      return `${targets.bucketArn}/${resource.name}*`;
    case 'queue':
      return targets.queueArn(resource.name);
    case 'secret':
      return targets.secretArn(resource.name);
    case 'key':
      return targets.keyArn(resource.name);
    case 'connections':
      return targets.connectionsArn;
    case 'emailIdentity':
      return targets.emailIdentityArn;
  }
};

/** Returns a program's permissions as statements of its role. */
export const statementsOf = (grants: Grants, targets: GrantTargets): PolicyStatement[] =>
  permissionsOf(grants).map(
    ({ effect, actions, on, partitions }) =>
      new PolicyStatement({
        ...(effect === 'deny' ? { effect: Effect.DENY } : {}),
        ...(partitions === undefined
          ? {}
          : { conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [...partitions] } } }),
        actions: [...actions],
        resources: on.map((resource) => arnOf(resource, targets)),
      }),
  );
