import type { CompanyId } from '@prosa/functions/platform/auth/company-id.ts';
import { systemPrincipal } from '@prosa/functions/platform/auth/principal.ts';
import { openTable, type Table } from '@prosa/functions/platform/table/table.ts';

/** A test's own company, as the system that sets it up has it. */
export const ownCompany = (id: number): CompanyId => systemPrincipal('setup', id).companyId;

/** The rows of a test's own company. */
export const ownTable = (id: number): Table => openTable(ownCompany(id));
