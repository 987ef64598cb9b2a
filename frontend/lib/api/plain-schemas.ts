import * as z from 'zod';

// Compiled schemas need `eval`, which the content security policy refuses. Comes before the first schema is made.
z.config({ jitless: true });
