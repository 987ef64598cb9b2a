import { type IRestApi, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { type IVpc, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Cluster, type ICluster } from 'aws-cdk-lib/aws-ecs';
import { Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';

/**
 * Some CDK classes declare `x: T | undefined` where the interface that they implement says `x?: T`. Under
 * `exactOptionalPropertyTypes` these types differ; these type guards view the classes as their interfaces.
 */
const isVpc = (value: unknown): value is IVpc => value instanceof Vpc;
const isCluster = (value: unknown): value is ICluster => value instanceof Cluster;
const isRestApi = (value: unknown): value is IRestApi => value instanceof RestApi;
const isBucket = (value: unknown): value is IBucket => value instanceof Bucket;

const view =
  <T>(accepts: (value: unknown) => value is T) =>
  (value: unknown): T => {
    if (!accepts(value)) throw new TypeError('not the construct it should be');
    return value;
  };

export const asVpc = view(isVpc);
export const asCluster = view(isCluster);
export const asRestApi = view(isRestApi);
export const asBucket = view(isBucket);
