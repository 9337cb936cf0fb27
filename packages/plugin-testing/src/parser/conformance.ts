import { pluginCases } from '../plugin/cases.js';
import { type ConformanceCase, caseMaker } from '../suite/cases.js';
import { badInputCases } from './bad-input-cases.js';
import { cancellationCases } from './cancellation-cases.js';
import { contractCases } from './contract-cases.js';
import { detectionCases } from './detection-cases.js';
import { determinismCases } from './determinism-cases.js';
import { groupsCases } from './groups-cases.js';
import { orderCases } from './order-cases.js';
import { streamsCases } from './streams-cases.js';
import { type ParserSubject, TestedParser } from './subject.js';
import { unitsCases } from './units-cases.js';

/**
 * What a parser has to do, as cases for a test runner. The sample is parsed once for all that only
 * look at tables, some more times for the others; damaged copies of it are made in temporary folders.
 *
 * @returns the cases; a plugin that cannot even be imported fails in each of them.
 */
export async function parserConformance(subject: ParserSubject): Promise<ConformanceCase[]> {
  const make = caseMaker(subject.timeoutMs);
  const tested = new TestedParser(subject);
  return [
    ...pluginCases(subject, 'parser', make),
    ...contractCases(tested, make),
    ...orderCases(tested, make),
    ...unitsCases(tested, make),
    ...groupsCases(tested, make),
    // Where there is no parser, the other cases say so.
    ...(await streamsCases(tested, make).catch(() => [])),
    ...(await detectionCases(tested, make).catch(() => [])),
    ...determinismCases(tested, make),
    ...cancellationCases(subject, tested, make),
    ...(await badInputCases(subject, tested, make)),
  ];
}
