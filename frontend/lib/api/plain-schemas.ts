import * as z from 'zod';

// Compiled schemas need `eval`, which the content security policy blocks. Must run before the first schema is
// created.
z.config({ jitless: true });
