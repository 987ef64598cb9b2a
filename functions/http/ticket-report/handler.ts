import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { createExport, listExports } from './export-report.ts';
import { routes } from './function.ts';
import { listReport } from './list-report.ts';

export const handler = bindRoutes(routes, { list: listReport, createExport, listExports });
