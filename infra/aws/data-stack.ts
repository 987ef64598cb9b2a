import { QUEUE_RETRIES } from '@prosa/shared/messaging/queue-retries.ts';
import { QUEUE_NAMES, type QueueName, type SecretName, secretId } from '@prosa/shared/resource-names.ts';
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
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import {
  ALL_SECRETS,
  BUCKET,
  QUEUE_AGE_ALARM_S,
  QUEUES,
  type QueueResource,
  SECRETS,
  type SecretResource,
  TABLE,
} from '../resources.ts';
import { acknowledge } from './acknowledge.ts';
import { alarmOn } from './alarm.ts';
import { appOrigin, EDGE_REGION, mediaBucketName, type Settings } from './settings.ts';
import { deadLetterQueue, workQueue } from './sqs-queues.ts';

/** Time after which an unfinished upload is aborted. */
const UNFINISHED_UPLOAD_LIFE = Duration.days(1);
/** 43 letters and digits give 256 bits, and base64url decodes them to 32 bytes. */
const KEY_CHARACTERS = 43;

/** The stateful resources: table, files, queues, secrets and the keys that encrypt them. */
export class DataStack extends Stack {
  /** Secrets that decrypt companies' secrets have their own key; functions without these secrets cannot use it. */
  readonly keys: Record<SecretResource['under'], Key>;
  readonly table: TableV2;
  readonly bucket: Bucket;
  /** The topic that alarms are published to. */
  readonly alarms: Topic;
  private readonly queues = new Map<QueueName, Queue>();
  private readonly secrets = new Map<SecretName, Secret>();

  constructor(scope: Construct, id: string, settings: Settings, props: StackProps) {
    super(scope, id, props);
    this.keys = {
      platform: this.makeKey('Key', 'Prosa: table, files and secrets'),
      tenants: this.makeKey('TenantKey', "Prosa: what opens companies' secrets"),
    };
    this.alarms = this.makeAlarmTopic();
    if (settings.alarmEmail !== undefined) this.mailAlarmsTo(settings.alarmEmail);
    this.bucket = this.makeBucket(settings);
    for (const name of QUEUE_NAMES) this.queues.set(name, this.makeQueue(name));

    // A failed first creation rolls back what it made. Resources that may resist removal come after everything that
    // may fail: a secret cannot be deleted before its replicas, and the table has deletion protection.
    const unnamed = [...this.node.children];
    for (const name of ALL_SECRETS) this.secrets.set(name, this.makeSecret(name, settings));
    for (const secret of this.secrets.values()) secret.node.addDependency(...unnamed);
    this.table = this.makeTable();
    this.table.node.addDependency(...this.node.children.filter((child) => child !== this.table));
    new CfnOutput(this, 'TableName', { value: this.table.tableName });
  }

  queue(name: QueueName): Queue {
    return held(this.queues, name);
  }

  secret(name: SecretName): Secret {
    return held(this.secrets, name);
  }

  private mailAlarmsTo(address: string): void {
    const subscription = this.alarms.addSubscription(new EmailSubscription(address));
    acknowledge(subscription, {
      'Serverless-SNSRedrivePolicy':
        'SNS tries a mailbox for hours, and the alarm stays on in CloudWatch: a queue of old mail would help nobody.',
    });
  }

  private makeKey(id: string, description: string): Key {
    return new Key(this, id, {
      description,
      enableKeyRotation: true,
      pendingWindow: Duration.days(30),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }

  /**
   * A topic with its own policy admits only the principals in it: CloudWatch publishes, and encrypts with the topic's
   * key.
   */
  private makeAlarmTopic(): Topic {
    const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com');
    const topic = new Topic(this, 'Alarms', { masterKey: this.keys.platform, enforceSSL: true });
    this.keys.platform.grantEncryptDecrypt(cloudWatch);
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    return topic;
  }

  private makeTable(): TableV2 {
    return new TableV2(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      globalSecondaryIndexes: TABLE.indexes.map(({ name, prefix, holds }) => ({
        indexName: name,
        partitionKey: { name: `${prefix}pk`, type: AttributeType.STRING },
        sortKey: { name: `${prefix}sk`, type: AttributeType.STRING },
        ...(holds === 'keys'
          ? { projectionType: ProjectionType.KEYS_ONLY }
          : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...TABLE.indexedAttributes] }),
      })),
      billing: Billing.onDemand(),
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: TABLE.ttlAttribute,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      encryption: TableEncryptionV2.customerManagedKey(this.keys.platform),
    });
  }

  private makeBucket(settings: Settings): Bucket {
    const bucket = new Bucket(this, 'Media', {
      bucketName: mediaBucketName(settings, this.account),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.keys.platform,
      bucketKeyEnabled: true,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      // Browsers post files straight to the bucket, with a form that the API signed.
      cors: [
        { allowedOrigins: [appOrigin(settings)], allowedMethods: [HttpMethods.POST], allowedHeaders: ['*'] },
      ],
      lifecycleRules: [
        ...Object.values(BUCKET).flatMap(({ prefix, expiresAfterDays: days }) =>
          days === undefined ? [] : [{ prefix, expiration: Duration.days(days) }],
        ),
        { abortIncompleteMultipartUploadAfter: UNFINISHED_UPLOAD_LIFE },
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
        resources: Object.values(BUCKET).flatMap(({ prefix, isServed }) =>
          isServed ? [bucket.arnForObjects(`${prefix}*`)] : [],
        ),
        conditions: fromEdge,
      }),
    );
    this.keys.platform.addToResourcePolicy(
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
    const { fifo, visibilityS, errorImpact }: QueueResource = QUEUES[name];
    const { maxReceives } = QUEUE_RETRIES[name];
    const { alarms } = this;
    const queue = workQueue(this, name, {
      fifo,
      visibilityS,
      maxReceives,
      deadLetters: deadLetterQueue(this, `${name}-dlq`, { fifo, errorImpact, alarms }),
    });
    // A throttled or stopped consumer causes no errors: only the age of the oldest message shows the problem.
    alarmOn(this, `${name}-age`, {
      metric: queue.metricApproximateAgeOfOldestMessage({ statistic: 'max', period: Duration.minutes(1) }),
      errorImpact,
      threshold: QUEUE_AGE_ALARM_S,
      evaluationPeriods: 2,
      alarms,
    });
    return queue;
  }

  private makeSecret(name: SecretName, settings: Settings): Secret {
    const { format, under, atEdge } = SECRETS[name];
    const id = `${name}-secret`;
    const kept = { encryptionKey: this.keys[under], removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE };
    const key = { excludePunctuation: true, includeSpace: false, passwordLength: KEY_CHARACTERS };
    const value = {
      key: () => ({ generateSecretString: key }),
      'key-ring': () => {
        const first = new Secret(this, `${id}-first-key`, { ...kept, generateSecretString: key });
        acknowledge(first, REPLACED_BY_HAND);
        // CloudFormation resolves the reference when it creates the secret, so the key is in no template.
        const ring = JSON.stringify({ current: 'k1', keys: { k1: first.secretValue.unsafeUnwrap() } });
        return { secretStringValue: SecretValue.unsafePlainText(ring) };
      },
      // Empty until the operator fills it in: the webhook refuses to start without its secret (S-50), and accounts
      // cannot be linked.
      'meta-app': () => ({
        generateSecretString: {
          ...key,
          secretStringTemplate: JSON.stringify({ appSecret: '', appId: '', signupConfigId: '' }),
          generateStringKey: 'verifyToken',
        },
      }),
      // Empty until the operator fills it in: until then no model answers. A generated secret needs one generated field.
      provider: () => ({
        generateSecretString: {
          ...key,
          secretStringTemplate: JSON.stringify({ apiKey: '', baseUrl: '', model: '' }),
          generateStringKey: 'unused',
        },
      }),
    }[format]();
    const secret = new Secret(this, id, {
      ...kept,
      ...value,
      secretName: secretId(settings.installation, name),
      ...(atEdge && settings.region !== EDGE_REGION ? { replicaRegions: [{ region: EDGE_REGION }] } : {}),
    });
    acknowledge(secret, REPLACED_BY_HAND);
    return secret;
  }
}

const REPLACED_BY_HAND = {
  'AwsSolutions-SMG4':
    'Two keys of a ring are valid while one replaces the other; the other secrets are tied to data, to the Meta app or to a provider. All are replaced by hand, as the runbook says.',
};

const held = <K, V>(all: ReadonlyMap<K, V>, name: K): V => {
  const found = all.get(name);
  if (found === undefined) throw new Error(`${String(name)} is not made yet`);
  return found;
};
