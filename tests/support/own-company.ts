import type { CompanyId } from '@prosa/functions/platform/auth/company-id.ts';
import { systemPrincipal } from '@prosa/functions/platform/auth/principal.ts';
import { openTable, type Table } from '@prosa/functions/platform/table/table.ts';

/** Returns a test's own company, proven by the system that sets it up. */
export const ownCompany = (id: number): CompanyId => systemPrincipal('setup', id).companyId;

/** Returns the table of a test's own company. */
export const ownTable = (id: number): Table => openTable(ownCompany(id));
