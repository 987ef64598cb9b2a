import { setProcessRole } from '@prosa/functions/platform/aws/local-role.ts';
import { roleOf, SESSION_HOST_ROLE } from './roles.ts';

/** Imported before the session host: what its process calls is held to its role. */
setProcessRole(roleOf(SESSION_HOST_ROLE));
