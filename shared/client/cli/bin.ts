#!/usr/bin/env node
import { run } from './main.ts';
import { terminalOf } from './terminal.ts';

/** Entry point of the command `billing`. */
process.exitCode = await run(process.argv.slice(2), terminalOf(process.env));
