import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parserConformance, registerConformance } from '@rl-insight/plugin-testing';

const cases = await parserConformance({
  module: new URL('./plugin.js', import.meta.url),
  type: '__type__',
  input: fileURLToPath(new URL('../sample/blocks.csv', import.meta.url)),
  badInputs: {
    'another table': 'time,value\n1,2\n',
    'a header alone': 'name,bytes,start_ns,end_ns\n',
    'a block that ends before it begins': 'name,bytes,start_ns,end_ns\na,1,5,4\n',
  },
});
registerConformance(test, cases);
