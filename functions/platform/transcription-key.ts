import { tenantSecretKeys } from './secrets.ts';
import { type TenantSealer, tenantSealer } from './tenant-sealer.ts';

const NAME = 'key';

const sealerOf = async (companyId: number): Promise<TenantSealer> =>
  tenantSealer(await tenantSecretKeys(), companyId, 'transcription');

/** A company's key to its transcription service, as its settings keep it. */
export const sealTranscriptionKey = async (companyId: number, key: string): Promise<string> =>
  (await sealerOf(companyId)).seal(NAME, key);

/** @throws Error where it was not sealed for this company */
export const openTranscriptionKey = async (companyId: number, sealed: string): Promise<string> =>
  (await sealerOf(companyId)).open(NAME, sealed);
