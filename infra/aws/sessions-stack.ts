import { Duration, Fn, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  GatewayVpcEndpointAwsService,
  type IVpc,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import {
  Cluster,
  type ContainerImage,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  LogDrivers,
  OperatingSystemFamily,
} from 'aws-cdk-lib/aws-ecs';
import { type AccessPoint, FileSystem } from 'aws-cdk-lib/aws-efs';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { SESSION_HOST } from '../session-host.ts';
import { acknowledge } from './acknowledge.ts';
import { alarmOn } from './alarm.ts';
import type { DataStack } from './data-stack.ts';
import { acknowledgeGrants } from './declared-function.ts';
import { functionEnvironment, grantTargets } from './environment.ts';
import { statementsOf } from './grants.ts';
import { asCluster, asVpc } from './interfaces.ts';
import { metricNamespace, type Settings } from './settings.ts';

interface SessionsStackProps extends StackProps {
  settings: Settings;
  data: DataStack;
  /** The session host's image. */
  image: ContainerImage;
}

const CONTROL_PORT = 8080;
/** User ID in the image. */
const UID = '1000';
const DATA_DIR = '/data';
/**
 * Ports for outgoing traffic. WhatsApp's socket, AWS and WhatsApp's CDN use 443; WhatsApp falls back to 5222. Proxies
 * of companies use 80, 443 or any port that belongs to no well-known service (`shared/rules/proxy-url.ts`).
 */
const EGRESS_PORTS = [Port.tcp(80), Port.tcp(443), Port.tcpRange(1024, 65_535)];
const NFS_PORT = 2049;
/** Fargate's maximum; the host drains for 30 seconds and releases its leases. */
const STOP_TIMEOUT = Duration.seconds(120);
const HEALTH_PROBE = `fetch('http://127.0.0.1:${CONTROL_PORT}/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))`;

/**
 * The session host: one small ARM task that holds the WhatsApp sockets. It has a public address for egress and no
 * open port, because a NAT gateway costs ten times as much as the address and WhatsApp needs the Internet anyway.
 */
export class SessionsStack extends Stack {
  private readonly vpc: IVpc;

  /**
   * Returns zones that are resolved at deployment. With an account, the CDK would query AWS at synthesis and cache
   * the answer in a file.
   */
  override get availabilityZones(): string[] {
    return [0, 1].map((index) => Fn.select(index, Fn.getAzs()));
  }

  constructor(scope: Construct, id: string, { settings, data, image, ...props }: SessionsStackProps) {
    super(scope, id, props);
    this.vpc = asVpc(this.makeVpc());
    const group = new SecurityGroup(this, 'HostGroup', { vpc: this.vpc, allowAllOutbound: false });
    for (const port of EGRESS_PORTS) group.addEgressRule(Peer.anyIpv4(), port);
    const { files, accessPoint } = this.makeLogVolume(group);

    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const targets = grantTargets(data, settings, '');
    const taskRole = new Role(this, 'HostRole', {
      assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com'),
      inlinePolicies: {
        own: new PolicyDocument({
          statements: [
            ...statementsOf(SESSION_HOST.grants, targets),
            new PolicyStatement({
              actions: ['elasticfilesystem:ClientMount', 'elasticfilesystem:ClientWrite'],
              resources: [files.fileSystemArn],
              conditions: {
                StringEquals: { 'elasticfilesystem:AccessPointArn': accessPoint.accessPointArn },
              },
            }),
          ],
        }),
      },
    });
    acknowledgeGrants(taskRole, SESSION_HOST.grants, targets);

    const task = new FargateTaskDefinition(this, 'Task', {
      cpu: SESSION_HOST.cpu,
      memoryLimitMiB: SESSION_HOST.memoryMb,
      runtimePlatform: {
        cpuArchitecture: CpuArchitecture.ARM64,
        operatingSystemFamily: OperatingSystemFamily.LINUX,
      },
      taskRole: taskRole.withoutPolicyUpdates(),
      volumes: [
        {
          name: 'log',
          efsVolumeConfiguration: {
            fileSystemId: files.fileSystemId,
            transitEncryption: 'ENABLED',
            authorizationConfig: { accessPointId: accessPoint.accessPointId, iam: 'ENABLED' },
          },
        },
      ],
    });
    const container = task.addContainer('host', {
      image,
      logging: LogDrivers.awsLogs({ streamPrefix: 'host', logGroup }),
      environment: {
        ...functionEnvironment(this, data, settings),
        AWS_REGION: this.region,
        WHATSAPP: 'live',
        WHATSAPP_VERSION: settings.whatsappVersion,
        SESSION_SHARD: String(SESSION_HOST.shard),
        CONTROL_PORT: String(CONTROL_PORT),
        DATA_DIR,
      },
      readonlyRootFilesystem: true,
      user: UID,
      stopTimeout: STOP_TIMEOUT,
      healthCheck: {
        command: ['CMD', 'node', '-e', HEALTH_PROBE],
        interval: Duration.seconds(30),
        startPeriod: Duration.seconds(60),
      },
    });
    container.addMountPoints({ sourceVolume: 'log', containerPath: DATA_DIR, readOnly: false });
    acknowledge(task, {
      'AwsSolutions-ECS2':
        'The environment names resources; secrets are read at run time with the task role.',
      'AwsSolutions-IAM5[Resource::*]':
        'The execution role asks the registry for a token, which has no resource to name.',
    });

    const service = new FargateService(this, 'Host', {
      cluster: asCluster(this.makeCluster()),
      taskDefinition: task,
      desiredCount: 1,
      // The new task acquires leases as the old task releases them, so a deployment leaves no connection unserved.
      minHealthyPercent: 100,
      maxHealthyPercent: 200,
      circuitBreaker: { rollback: true },
      assignPublicIp: true,
      vpcSubnets: { subnetType: SubnetType.PUBLIC },
      securityGroups: [group],
      enableExecuteCommand: false,
    });
    // Without these resources a new task cannot mount its volume, pull its image or reach the network, and the
    // service gives up on it.
    service.node.addDependency(this.vpc, group, files, ...files.connections.securityGroups, task);
    alarmOn(this, 'HostSilent', {
      metric: service.metricCpuUtilization({ statistic: 'n', period: Duration.minutes(1) }),
      atLeast: 1,
      evaluationPeriods: 3,
      errorImpact: SESSION_HOST.errorImpact,
      alarms: data.alarms,
    });
    const alarmOnLines = (name: string, metric: string, errorImpact: string): void => {
      const lines = new MetricFilter(this, `${name}Lines`, {
        logGroup,
        metricNamespace: metricNamespace(settings),
        metricName: `whatsapp-${metric}`,
        filterPattern: FilterPattern.stringValue('$.metric', '=', metric),
      });
      alarmOn(this, name, {
        metric: lines.metric({ statistic: 'sum', period: Duration.minutes(5) }),
        errorImpact,
        alarms: data.alarms,
      });
    };
    alarmOnLines('ClientRefused', 'client-refused', SESSION_HOST.clientRefusedImpact);
    alarmOnLines('HistoryLost', 'history-lost', SESSION_HOST.historyLostImpact);
    alarmOnLines('GivenUp', 'givenUp', SESSION_HOST.givenUpImpact);
    const oldestEntry = new MetricFilter(this, 'OldestOpenEntryLines', {
      logGroup,
      metricNamespace: metricNamespace(settings),
      metricName: 'oldest-open-entry-seconds',
      filterPattern: FilterPattern.stringValue('$.metric', '=', 'oldest-open-entry'),
      metricValue: '$.ageS',
    });
    alarmOn(this, 'OldestOpenEntry', {
      metric: oldestEntry.metric({ statistic: 'max', period: Duration.minutes(1) }),
      threshold: SESSION_HOST.openEntryAlarmS,
      errorImpact: SESSION_HOST.openEntryImpact,
      alarms: data.alarms,
    });
  }

  private makeVpc(): Vpc {
    const vpc = new Vpc(this, 'Vpc', {
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: 'public', subnetType: SubnetType.PUBLIC, mapPublicIpOnLaunch: false }],
      restrictDefaultSecurityGroup: false,
      // Free of charge, and keeps traffic to the two busiest services off the Internet.
      gatewayEndpoints: {
        table: { service: GatewayVpcEndpointAwsService.DYNAMODB },
        files: { service: GatewayVpcEndpointAwsService.S3 },
      },
    });
    acknowledge(vpc, {
      'AwsSolutions-VPC7':
        'Nothing in it accepts a connection; flow logs would list the addresses of WhatsApp and AWS.',
    });
    return vpc;
  }

  private makeCluster(): Cluster {
    const cluster = new Cluster(this, 'Cluster', { vpc: this.vpc });
    acknowledge(cluster, {
      'AwsSolutions-ECS4':
        'One task, whose host reports the health of each connection; an alarm sounds when it is silent.',
    });
    return cluster;
  }

  /**
   * Creates the volume of the write-ahead log, which outlives the task: the next task reads back messages that were
   * decrypted but not yet queued.
   */
  private makeLogVolume(hostGroup: SecurityGroup): { files: FileSystem; accessPoint: AccessPoint } {
    const group = new SecurityGroup(this, 'FilesGroup', { vpc: this.vpc, allowAllOutbound: false });
    group.addIngressRule(hostGroup, Port.tcp(NFS_PORT));
    hostGroup.addEgressRule(group, Port.tcp(NFS_PORT));
    const files = new FileSystem(this, 'Files', {
      vpc: this.vpc,
      vpcSubnets: { subnetType: SubnetType.PUBLIC },
      securityGroup: group,
      encrypted: true,
      enableAutomaticBackups: false,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const accessPoint = files.addAccessPoint('Log', {
      path: '/session-host',
      createAcl: { ownerUid: UID, ownerGid: UID, permissions: '700' },
      posixUser: { uid: UID, gid: UID },
    });
    return { files, accessPoint };
  }
}
