import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeTemplate, parseTemplate } from './template.js';

const key = (name: string) => ({ kind: 'key', key: [name] });
const variable = (name: string, fallback: object | null = null) => ({
  kind: 'environment',
  name: [name],
  fallback,
});

describe('parseTemplate', () => {
  test.each([
    ['', ['']],
    ['a $b {c}', ['a $b {c}']],
    [`\${a.b}`, [key('a.b')]],
    [`x-\${ a.b }-y\${c}`, ['x-', key('a.b'), '-y', key('c')]],
    [`\\\${a}`, [`\${a}`]],
    [`C:\\\\\${a}`, ['C:\\', key('a')]],
    [`C:\\\\\\\${a}`, [`C:\\\${a}`]],
    [`\${oc.env:HOME}`, [variable('HOME')]],
    [`\${ oc.env : HOME , a b }`, [variable('HOME', { text: ['a b'], isNull: false })]],
    [`\${oc.env:X,}`, [variable('X', { text: [''], isNull: false })]],
    [`\${oc.env:X,a,b}`, [variable('X', { text: ['a,b'], isNull: false })]],
    [`\${oc.env:X,null}`, [variable('X', { text: ['null'], isNull: true })]],
    [`\${oc.env:X,'null'}`, [variable('X', { text: ['null'], isNull: false })]],
    [`\${oc.env:X,'}'}!`, [variable('X', { text: ['}'], isNull: false }), '!']],
    [`\${oc.env:X,it's}!`, [variable('X', { text: ["it's"], isNull: false }), '!']],
    [`\${oc.env:X,{a}}`, [variable('X', { text: ['{a}'], isNull: false })]],
    [`\${oc.env:X,\${a.b}}`, [variable('X', { text: [key('a.b')], isNull: false })]],
    [`\${a.\${b}}`, [{ kind: 'key', key: ['a.', key('b')] }]],
  ])('%s', (text, template) => {
    expect(parseTemplate(text)).toEqual(template);
  });

  test.each([
    [`a \${b`, `\${b does not close`],
    [`\${ }`, 'the reference names no key'],
    [`\${env:X}`, 'there is no resolver env'],
    [`\${oc.env: }`, 'oc.env names no variable'],
    [`${'${a.'.repeat(50)}x${'}'.repeat(50)}`, 'references are nested more than 20 deep'],
  ])('%s is none', (text, message) => {
    expect(() => parseTemplate(text)).toThrow(
      expect.objectContaining({ message, remedy: expect.any(String) }),
    );
  });
});

test('an escaped text is the text', () => {
  const texts = fc.string({ unit: fc.constantFrom('\\', '$', '{', '}', 'a'), maxLength: 20 });
  fc.assert(
    fc.property(texts, (text) => {
      expect(parseTemplate(escapeTemplate(text))).toEqual([text]);
    }),
    { numRuns: 2000 },
  );
});
