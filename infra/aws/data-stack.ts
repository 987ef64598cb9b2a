import { DISCARDED_PREFIX, GIVEN_UP_PREFIX } from '@prosa/functions/platform/given-up.ts';
import { CfnOutput, Duration, RemovalPolicy, SecretValue, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { QUEUES, type QueueName, type QueueResource, SECRETS, type SecretName, TABLE } from '../resources.ts';
import { acknowledge } from './acknowledge.ts';
import { alarmOn } from './alarm.ts';
import { appOrigin, EDGE_REGION, mediaBucketName, ORIGIN_SECRET_NAME, type Settings } from './settings.ts';

/** Uploads that no message ever named (I19). */
const PENDING_UPLOAD_LIFE = Duration.days(1);
/** As long as a queue keeps the message that names it. */
const CLAIM_LIFE = Duration.days(14);
/** What was given up waits this long for a replay; the markers of counted facts live longer. */
const GIVEN_UP_LIFE = Duration.days(60);
/** An outage must be noticed long before Messenger gives up on a page, which it does after an hour (R10). */
const QUEUE_AGE_S = 300;
/** A dead letter waits for a person. */
const DEAD_LETTER_RETENTION = Duration.days(14);
/** 43 letters and digits are 256 bits, and base64url reads them as 32 bytes. */
const KEY_CHARACTERS = 43;

/** What keeps state: table, files, queues, secrets and the key that encrypts them. */
export class DataStack extends Stack {
  readonly key: Key;
  readonly table: TableV2;
  readonly bucket: Bucket;
  readonly queues: Record<QueueName, Queue>;
  readonly secrets: Record<SecretName, Secret>;
  /** What the edge shows the API to prove itself. */
  readonly originSecret: Secret;
  /** Alarms are told here. */
  readonly alarms: Topic;

  constructor(scope: Construct, id: string, settings: Settings, props: StackProps) {
    super(scope, id, props);
    this.key = new Key(this, 'Key', {
      description: 'Prosa: table, files and secrets',
      enableKeyRotation: true,
      pendingWindow: Duration.days(30),
      removalPolicy: RemovalPolicy.RETAIN,
    });
    // CloudWatch writes to the encrypted topic.
    this.key.grantEncryptDecrypt(new ServicePrincipal('cloudwatch.amazonaws.com'));
    this.alarms = new Topic(this, 'Alarms', { masterKey: this.key, enforceSSL: true });
    if (settings.alarmEmail !== undefined)
      this.alarms.addSubscription(new EmailSubscription(settings.alarmEmail));

    this.table = this.makeTable();
    new CfnOutput(this, 'TableName', { value: this.table.tableName });
    this.bucket = this.makeBucket(settings);
    this.queues = {
      inbound: this.makeQueue('inbound'),
      'session-commands-0': this.makeQueue('session-commands-0'),
      'meta-webhooks': this.makeQueue('meta-webhooks'),
      timers: this.makeQueue('timers'),
    };
    const { origin, ...secrets } = this.makeSecrets(settings);
    this.secrets = secrets;
    this.originSecret = origin;
  }

  private makeTable(): TableV2 {
    return new TableV2(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      globalSecondaryIndexes: TABLE.indexes.map(({ name, prefix }) => ({
        indexName: name,
        partitionKey: { name: `${prefix}pk`, type: AttributeType.STRING },
        sortKey: { name: `${prefix}sk`, type: AttributeType.STRING },
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: [...TABLE.indexedAttributes],
      })),
      billing: Billing.onDemand(),
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: TABLE.ttlAttribute,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
      encryption: TableEncryptionV2.customerManagedKey(this.key),
    });
  }

  private makeBucket(settings: Settings): Bucket {
    const bucket = new Bucket(this, 'Media', {
      bucketName: mediaBucketName(this.account, this.region),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      bucketKeyEnabled: true,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
      // Browsers post files straight to the bucket, with a form the API signed.
      cors: [
        { allowedOrigins: [appOrigin(settings)], allowedMethods: [HttpMethods.POST], allowedHeaders: ['*'] },
      ],
      lifecycleRules: [
        { prefix: 'pending/', expiration: PENDING_UPLOAD_LIFE },
        { prefix: 'claims/', expiration: CLAIM_LIFE },
        { prefix: GIVEN_UP_PREFIX, expiration: GIVEN_UP_LIFE },
        { prefix: DISCARDED_PREFIX, expiration: GIVEN_UP_LIFE },
        { abortIncompleteMultipartUploadAfter: PENDING_UPLOAD_LIFE },
      ],
    });
    const fromEdge = {
      ArnLike: { 'aws:SourceArn': `arn:${this.partition}:cloudfront::${this.account}:distribution/*` },
    };
    const edge = new ServicePrincipal('cloudfront.amazonaws.com');
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [edge],
        actions: ['s3:GetObject'],
        resources: [bucket.arnForObjects('t/*')],
        conditions: fromEdge,
      }),
    );
    this.key.addToResourcePolicy(
      new PolicyStatement({
        principals: [edge],
        actions: ['kms:Decrypt'],
        resources: ['*'],
        conditions: fromEdge,
      }),
    );
    acknowledge(bucket, {
      'AwsSolutions-S1':
        "Objects are reached only through links the API signs for minutes and logs by route; S3's access log would keep the addresses of customers and attendants.",
    });
    return bucket;
  }

  private makeQueue(name: QueueName): Queue {
    const resource: QueueResource = QUEUES[name];
    const fifo = resource.fifo ? { fifo: true } : {};
    const deadLetters = new Queue(this, `${name}-dlq`, {
      ...fifo,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: DEAD_LETTER_RETENTION,
    });
    acknowledge(deadLetters, {
      'Serverless-SQSRedrivePolicy': 'This is the dead-letter queue.',
    });
    alarmOn(this, `${name}-dlq-alarm`, {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({
        statistic: 'max',
        period: Duration.minutes(1),
      }),
      errorImpact: resource.errorImpact,
      alarms: this.alarms,
    });
    const queue = new Queue(this, name, {
      ...fifo,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(resource.visibilityS),
      retentionPeriod: DEAD_LETTER_RETENTION,
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: resource.maxReceives },
    });
    // A reader that is throttled or gone fails at nothing: only the waiting shows.
    alarmOn(this, `${name}-age`, {
      metric: queue.metricApproximateAgeOfOldestMessage({ statistic: 'max', period: Duration.minutes(1) }),
      errorImpact: resource.errorImpact,
      threshold: QUEUE_AGE_S,
      evaluationPeriods: 2,
      alarms: this.alarms,
    });
    return queue;
  }

  private makeSecrets(settings: Settings): Record<SecretName | 'origin', Secret> {
    const generated = { excludePunctuation: true, includeSpace: false, passwordLength: KEY_CHARACTERS };
    const retained = { encryptionKey: this.key, removalPolicy: RemovalPolicy.RETAIN };
    // The edge's stack reads these two in its own region.
    const atEdge = settings.region === EDGE_REGION ? {} : { replicaRegions: [{ region: EDGE_REGION }] };
    const firstKey = new Secret(this, 'FirstSigningKey', { ...retained, generateSecretString: generated });
    const secrets = {
      signing: new Secret(this, 'Signing', {
        ...retained,
        secretName: SECRETS.signing,
        // CloudFormation fills the reference in when it creates the secret: the key is in no template.
        secretStringValue: SecretValue.unsafePlainText(
          JSON.stringify({ current: 'k1', keys: { k1: firstKey.secretValue.unsafeUnwrap() } }),
        ),
      }),
      encryption: new Secret(this, 'Encryption', {
        ...retained,
        secretName: SECRETS.encryption,
        generateSecretString: generated,
      }),
      media: new Secret(this, 'MediaLinks', {
        ...retained,
        ...atEdge,
        secretName: SECRETS.media,
        generateSecretString: generated,
      }),
      origin: new Secret(this, 'Origin', {
        ...retained,
        ...atEdge,
        secretName: ORIGIN_SECRET_NAME,
        generateSecretString: generated,
      }),
      meta: new Secret(this, 'Meta', {
        ...retained,
        secretName: SECRETS.meta,
        generateSecretString: {
          ...generated,
          // Empty until the operator fills it in: the webhook refuses to start without it (S-50).
          secretStringTemplate: JSON.stringify({ appSecret: '' }),
          generateStringKey: 'verifyToken',
        },
      }),
    };
    for (const secret of [firstKey, ...Object.values(secrets)]) {
      acknowledge(secret, {
        'AwsSolutions-SMG4':
          'Two signing keys are valid while one replaces the other; the other secrets are tied to data or to the Meta app. All are replaced by hand, as the runbook says.',
      });
    }
    return secrets;
  }
}
