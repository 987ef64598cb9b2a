import * as z from 'zod';

// Compiled schemas need `eval`, which the content security policy refuses.
z.config({ jitless: true });
