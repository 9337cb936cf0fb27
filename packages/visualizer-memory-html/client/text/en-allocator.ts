/** Texts of the allocator's segments, in English. */
export const EN_ALLOCATOR = {
  chartAllocator: 'Allocator',
  chartAllocatorTitle:
    'The allocator’s segments at the chosen moment: allocated, wasted by rounding, waiting, free (A)',
  allocatorChart: 'Segments of the allocator at the chosen moment',
  segmentsLoading: 'Loading the segments …',
  noSegments:
    'Not recorded: the source tells where blocks lie, but not in which segments. That needs a snapshot of the allocator.',
  noSegmentsThen: 'The allocator has no segment at this moment.',

  segments: 'segments',
  segment: 'Segment',
  segmentStream: 'stream {stream}',
  segmentsReserved: 'reserved',
  poolNote: '{size}, largest free {largest}',
  spanAllocated: 'allocated',
  spanAllocatedTitle: 'Handed out and not given back, as much as was asked for',
  spanRounding: 'rounding',
  spanRoundingTitle: 'What blocks have beyond what was asked for',
  spanPending: 'waiting',
  spanPendingTitle: 'Given back by the program, and still in use by another stream',
  spanFree: 'free',
  spanFreeTitle: 'In segments, and in no block',
  largestFree: 'largest free block',
  largestFreeTitle: 'No larger request fits without more memory of the device',
  fragmented: '({share} fragmented)',
  fragmentedTitle: 'What of the free bytes does not lie in the largest free block',

  lastFailed:
    'Failed at {time}: wanted {size}, which would not fit: largest free {largest} of {free} free',
  lastFailedFits:
    'Failed at {time}: wanted {size}, which would fit now: largest free {largest} of {free} free',
  lastFailedUnknown: 'The last request that failed was at {time}; its size is not recorded',

  doubtRounding:
    'What {count} of the blocks were rounded to is not recorded: their rest counts as free.',
  doubtOutside: '{count} blocks lie in no segment that is known ({size}).',
  doubtOverlap: 'Blocks overlap by {size}: releases were lost.',
  doubtNoAddress: '{count} of {all} allocations have no address, and are not shown.',

  requested: 'Requested',
  roundedTo: 'Rounded to',
  overRounding: 'This part of it is rounding.',
  address: 'Address',
  waitsSince: 'since {time}',
  blockLoading: 'Loading the allocation …',

  eventBefore: 'Event before (,)',
  eventAfter: 'Next event (.)',
  stepBy: 'Which events to go through',
  stepsAny: 'all events',
  stepsSegments: 'segments only',
  stepsFailures: 'failures only',
  segmentOrder: 'How segments follow each other',
  byAddress: 'by address',
  bySize: 'by size',
  segmentsSmaller: 'Draw segments smaller',
  segmentsLarger: 'Draw segments larger (the wheel, at the pointer)',
  segmentsFit: 'Fit',
  segmentsFitTitle: 'Draw all segments at once (or a double-click on them)',
  beforeEvents: 'Before the first of {all} events',
  eventAt: 'Event {number} of {all}, {time}: {what}',
  eventAllocate: '{size} allocated by {who}',
  eventRequest: '{size} given back, still in use: {who}',
  eventRelease: '{size} released, allocated by {who}',
  eventTake: 'segment of {size} taken from the device ({pool})',
  eventGive: 'segment of {size} given back to the device ({pool})',
  eventFail: 'request of {size} failed',
  eventFailUnknown: 'a request failed',
  eventCapture: 'the next capture begins',
  eventOther: 'something else',

  oneEvent: '1 event',
  moreEvents: '{count} events',
  eventNumber: 'event {number}',
  axisUnit: 'event',
  axisTitle: 'What the charts are drawn over: time, or the number of the event (E)',
  axisTime: 'ms',
  axisEvents: 'events',

  readAllocator:
    'Allocator (A) shows the allocator’s segments at the moment that was clicked above: blue is allocated, hatched is rounding, striped waits to be used again, empty is free. Comma and full stop go from event to event.',
} as const;
