import { COMPANY_RUNS } from '@prosa/shared/rules/company-shares.ts';
import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'queue',
  queue: 'assistant-calls',
  // One, because a slow model would delay the other tickets of its batch.
  batchSize: 1,
  companyShare: { by: 'lanes', runs: COMPANY_RUNS['assistant-calls'] },
  // A model takes seconds to answer.
  maxConcurrency: { perThousand: 150 },
  // Three recordings of 25 MB, each once more in its form.
  memoryMb: 1024,
  // 15 s until the recordings arrive, 21 to write them down, 30 for the model, and 15 to speak.
  timeoutS: 85,
  bundleKb: 900,
  grants: {
    table: 'write',
    send: ['inbound'],
    bucket: 'write',
    secrets: ['tenantSecrets'],
  },
  errorImpact: 'Assistants do not answer; attendants get the conversations after 90 seconds.',
});
