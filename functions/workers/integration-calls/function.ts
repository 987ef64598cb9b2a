import { COMPANY_RUNS } from '@prosa/shared/rules/company-shares.ts';
import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'queue',
  queue: 'integration-calls',
  // One, because a slow service would delay the other tickets of its batch.
  batchSize: 1,
  companyShare: { by: 'lanes', runs: COMPANY_RUNS['integration-calls'] },
  // A service that hangs holds its lanes for ten seconds, until it is paused.
  maxConcurrency: { perThousand: 150 },
  // Five files of 20 MB.
  memoryMb: 1024,
  // 15 s until the customer's files are stored, half a minute for the service, 20 s of pauses between the parts of its
  // answer, and ten for its files.
  timeoutS: 80,
  bundleKb: 900,
  grants: {
    table: 'write',
    send: ['inbound'],
    bucket: 'write',
    secrets: ['tenantSecrets', 'media'],
  },
  errorImpact: 'Integrations do not answer; attendants get the conversations after 90 seconds.',
});
