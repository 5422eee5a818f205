#!/usr/bin/env node
import { main } from './main.ts';
import { worldOfProcess } from './world.ts';

process.exitCode = await main(process.argv.slice(2), worldOfProcess());
