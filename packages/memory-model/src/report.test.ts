import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Drawing, type DrawnRange, draw } from '../test/drawing.js';
import {
  blockArrays,
  compareHolders,
  compareSelections,
  holders,
  levelAt,
  liveBytes,
  liveState,
  memoryReport,
  UserFrames,
} from './index.js';

const FRAMES = new UserFrames();
const STACK = '/opt/x/site-packages/torch/nn/module.py(1): call;\r\ntrain.py(12): step';

function report(drawing: Drawing, options = {}) {
  return memoryReport([draw(drawing)], options).groups[0];
}

const anyBlock = fc.record({
  from: fc.nat(40),
  held: fc.option(fc.nat(30)),
  bytes: fc.integer({ min: 1, max: 9 }).map((units) => units * 512),
  allocator: fc.constantFrom('PTA', 'GE'),
  before: fc.boolean(),
  name: fc.constantFrom('a', 'b'),
  thread: fc.constantFrom(7, 8),
});

const anyDrawing = fc
  .record({
    blocks: fc.array(anyBlock, { minLength: 1, maxLength: 25 }),
    start: fc.record({ PTA: fc.nat(50), GE: fc.nat(50) }),
    /** Falls of the counter that no row explains. */
    drops: fc.array(fc.nat(70), { maxLength: 3 }),
  })
  .map(({ blocks, start, drops }): Drawing => {
    const allocations = blocks.map(({ from, held, ...block }) => ({
      ...block,
      from,
      to: held === null ? null : from + held,
    }));
    const bytes = { PTA: start.PTA * 512, GE: start.GE * 512 };
    const samples = drops.map((time): readonly [number, number] => [time, 512]);
    return {
      allocations,
      start: bytes,
      windows: [[0, 80]],
      reports: samples.length === 0 ? [] : [{ samples }],
    };
  });

describe('what is live at a time', () => {
  test('holders and what was there before make up the level, at any time and at the peak', () => {
    fc.assert(
      fc.property(anyDrawing, fc.nat(80), (drawing, time) => {
        const group = draw(drawing);
        const blocks = blockArrays(group);
        const [live] = liveBytes(group);
        const sumOf = (rows: Int32Array) =>
          holders(group, blocks, rows, FRAMES).reduce((sum, { bytes }) => sum + bytes, 0);
        const then = time - Number(group.allocations.originNs);
        const state = liveState(group, blocks, live, then);
        expect(sumOf(state.rows) + state.beforeBytes).toBe(state.liveBytes);
        expect(state.liveBytes).toBe(levelAt(live.curve, Math.max(then, live.window.startNs)));
        const peak = liveState(group, blocks, live, 'peak');
        expect(peak.liveBytes).toBe(live.peak.bytes);
        expect(sumOf(peak.rows) + peak.beforeBytes).toBe(peak.liveBytes);
      }),
      { numRuns: 400 },
    );
  });

  test('without pairs the level is the running sum, and who held it is not told', () => {
    const allocations = [
      { from: 0, to: null, bytes: 4096, thread: 1 },
      // A release, of which block nobody knows.
      { from: 10, to: null, bytes: -1024, thread: 1 },
      { from: 20, to: null, bytes: 512, thread: 1 },
    ];
    const told = report({
      allocations,
      pairing: 'none',
      ranges: [{ name: 'step', thread: 1, from: 0, to: 30 }],
      failures: [{ at: 15, thread: 1, bytes: 1 << 20 }],
    });
    expect(told.peak).toMatchObject({
      live_bytes: 4096,
      holders: null,
      before_capture_bytes: null,
    });
    expect(told.end_live_bytes).toBe(3584);
    expect(told.allocations).toMatchObject({ count: 2, released: null, unreleased: null });
    expect([told.unreleased, told.growth]).toEqual([null, null]);
    expect([told.threads, told.scopes, told.short_lived]).toEqual([[], [], []]);
    expect(told.out_of_memory).toMatchObject([{ live_bytes: 3072, held_by_thread: null }]);
  });

  test('between two events of one time the peak has its own holders', () => {
    const { peak } = report({
      allocations: [
        { name: 'a', from: 0, to: 10, bytes: 4096, seq: [0, 2] },
        { name: 'b', from: 10, to: 20, bytes: 1024, seq: [1, 3] },
      ],
    });
    expect(peak).toMatchObject({ live_bytes: 5120, time_ns: '10', before_capture_bytes: 0 });
    expect((peak.holders ?? []).map(({ name, bytes }) => [name, bytes])).toEqual([
      ['a', 4096],
      ['b', 1024],
    ]);
  });

  test('a comparison of a group with itself is empty', () => {
    fc.assert(
      fc.property(anyDrawing, (drawing) => {
        const selection = { group: draw(drawing), step: null };
        expect(compareSelections(selection, selection, FRAMES)).toMatchObject({
          peak_delta_bytes: 0,
          end_delta_bytes: 0,
          at_peak: [],
          at_end: [],
        });
      }),
    );
  });
});

describe('the report', () => {
  test('tells peak, holders, what was not released, and threads', () => {
    const found = report({
      allocations: [
        { name: 'a', from: 0, to: 30, bytes: 4096, thread: 7, stack: STACK },
        { name: 'b', from: 10, to: null, bytes: 1024, thread: 8 },
        { name: 'b', from: 20, to: 25, bytes: 512, thread: 8 },
      ],
      start: 8192,
    });
    expect(found).toMatchObject({
      role: null,
      start_live_bytes: 8192,
      start_source: 'counters',
      end_live_bytes: 9216,
      live_bytes_match_reported: null,
      allocations: { count: 3, released: 2, unreleased: 1, releases_of_unknown: 0, bytes: 5632 },
      allocators: [{ allocator: 'PTA', start_live_bytes: 8192, peak_live_bytes: 13824 }],
      peak: {
        time_ns: '20',
        live_bytes: 13824,
        before_capture_bytes: 8192,
        reserved_bytes: null,
        holders: [
          { name: 'a', bytes: 4096, count: 1, user_frame: 'train.py(12): step' },
          { name: 'b', bytes: 1536, count: 2, user_frame: '' },
        ],
      },
      unreleased: [{ name: 'b', bytes: 1024, count: 1, first_ns: '10' }],
      threads: [
        { thread_id: 7, peak_bytes: 4096, peak_time_ns: '0', end_bytes: 0, count: 1 },
        { thread_id: 8, peak_bytes: 1536, peak_time_ns: '20', end_bytes: 1024, count: 2 },
      ],
      scopes: [],
      out_of_memory: [],
    });
  });

  test('of a capture in which nothing was allocated', () => {
    const found = report({ allocations: [], start: {}, windows: [[5, 9]] });
    expect(found.peak).toEqual({
      time_ns: '5',
      live_bytes: 0,
      before_capture_bytes: 0,
      reserved_bytes: null,
      holders: [],
    });
    expect(found.allocations.count).toBe(0);
  });

  test('a step has the peak within it', () => {
    const step = (n: number, from: number, to: number): DrawnRange => ({
      name: `ProfilerStep#${n}`,
      kind: 'step',
      thread: 7,
      from,
      to,
    });
    const found = report({
      allocations: [
        { from: 0, to: 5, bytes: 4096, thread: 7 },
        { from: 12, to: 18, bytes: 1024, thread: 7 },
        { from: 14, to: null, bytes: 512, thread: 7 },
      ],
      ranges: [step(1, 0, 10), step(2, 11, 20)],
    });
    expect(found.steps).toEqual([
      { step: 1, peak_live_bytes: 4096, end_live_bytes: 0 },
      { step: 2, peak_live_bytes: 1536, end_live_bytes: 512 },
    ]);
  });
});

describe('scopes', () => {
  const allocations = [
    { from: 2, to: 50, bytes: 1000, thread: 7 },
    { from: 12, to: 14, bytes: 300, thread: 7 },
    { from: 13, to: null, bytes: 200, thread: 7 },
    // Another thread’s, and one from before the inner scope that is freed in it.
    { from: 13, to: 60, bytes: 5000, thread: 8 },
  ];
  const outer: DrawnRange = { name: 'step 1', thread: 7, from: 0, to: 40 };
  const inner: DrawnRange = { name: 'a/b', thread: 7, from: 10, to: 20 };

  test('count what their thread allocated in them and nobody has freed yet', () => {
    const { scopes, scopes_by_path } = report({ allocations, ranges: [outer, inner] });
    expect(scopes).toEqual([
      {
        path: 'step #',
        thread_id: 7,
        entries: 1,
        max_outstanding_bytes: 1500,
        max_outstanding_time_ns: '13',
        left_outstanding_bytes: 1200,
      },
      {
        path: 'step #/a\\/b',
        thread_id: 7,
        entries: 1,
        max_outstanding_bytes: 500,
        max_outstanding_time_ns: '13',
        left_outstanding_bytes: 200,
      },
    ]);
    expect(scopes_by_path[0]).toEqual({
      path: 'step #',
      entries: 1,
      threads: 1,
      p50_bytes: 1500,
      p95_bytes: 1500,
      max_bytes: 1500,
      max_thread_id: scopes[0].thread_id,
      max_time_ns: scopes[0].max_outstanding_time_ns,
      left_outstanding_bytes: scopes[0].left_outstanding_bytes,
    });
  });

  test('inside an excluded range nothing counts, for the enclosing scope neither', () => {
    const { scopes } = report({ allocations, ranges: [outer, inner] }, { exclude: ['/^a/'] });
    expect(scopes.map((scope) => [scope.path, scope.max_outstanding_bytes])).toEqual([
      ['step #', 1000],
    ]);
  });

  test('an outer scope needs at least what each inner one needs', () => {
    fc.assert(
      fc.property(
        fc.array(anyBlock, { minLength: 1, maxLength: 20 }),
        fc.nat(30),
        fc.nat(30),
        (blocks, begin, length) => {
          const drawn = blocks.map(({ from, held, ...block }) => ({
            ...block,
            before: false,
            from,
            to: held === null ? null : from + held,
          }));
          const ranges = [
            { name: 'outer', thread: 7, from: Math.max(0, begin - 5), to: begin + length + 5 },
            { name: 'inner', thread: 7, from: begin, to: begin + length },
          ];
          const { scopes } = report({ allocations: drawn, ranges, windows: [[0, 80]] });
          const most = Object.fromEntries(
            scopes.map(({ path, max_outstanding_bytes }) => [path, max_outstanding_bytes]),
          );
          expect(most.outer).toBeGreaterThanOrEqual(most['outer/inner']);
        },
      ),
    );
  });
});

describe('call stacks', () => {
  test('lead with the innermost frame that is the user’s', () => {
    expect(FRAMES.of(STACK)).toBe('train.py(12): step');
    expect(FRAMES.of('<built-in method x>')).toBe('<built-in method x>');
    expect(new UserFrames(['^train']).of(STACK)).toBe(STACK.split(';')[0]);
  });

  test('of compiled code alone lead with what does more than to record them', () => {
    const recording = [
      '??(0): torch::unwind::unwind()',
      '??(0): torch::CapturedTraceback::gather(bool, bool, bool)',
      'memory_snapshot.cpp(0): torch::cuda::(anonymous namespace)::gather_with_cpp()',
      '(0): c10::cuda::CUDACachingAllocator::Native::DeviceCachingAllocator::malloc(int)',
    ];
    const first = '??(0): at::detail::empty_strided_generic(c10::ArrayRef<long>)';
    expect(FRAMES.of([...recording, first, '??(0): at::_ops::zeros::call()'].join(';\r\n'))).toBe(
      first,
    );
    expect(FRAMES.of(recording.join(';\r\n'))).toBe(recording[0]);
  });

  test('are the same wherever a package was installed', () => {
    const of = (call_stack: string) => ({
      name: 'a',
      user_frame: '',
      call_stack,
      stack_match: 'recorded',
      bytes: 512,
      count: 1,
    });
    const left = [
      of('/opt/a/lib/python3.10/site-packages/torch/x.py(1): f;\r\n/home/a/job/src/t.py(2): g'),
    ];
    const right = [
      of('/usr/lib/python3.11/dist-packages/torch/x.py(1): f;\r\n/root/b/job/src/t.py(2): g'),
    ];
    expect(compareHolders(left, right)).toEqual([]);
    expect(compareHolders(left, [...right, ...right])).toMatchObject([
      { delta_bytes: 512, left_count: 1, right_count: 2 },
    ]);
  });
});
