import { readFileSync } from 'node:fs';
import { undescribed } from './undescribed.ts';

/** Lists what has no description in the generated OpenAPI document, and fails if there is anything. */
const findings = undescribed(JSON.parse(readFileSync('shared/api/openapi.generated.json', 'utf8')));
for (const line of findings) console.log(line);
if (findings.length > 0) process.exitCode = 1;
