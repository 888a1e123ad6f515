const count = (label, of) => ({ label, of });

/** Something that must not be more than the limit. */
const limited = (label, of, limit = 0) => ({ label, of, limit });

const PROCESSED = count("Orders processed", (result) => result.processed);
const TWICE = limited("Processed twice", (result) => result.processedTwice);
const OVERSOLD = limited("Pieces oversold", (result) => result.oversold);
const COUNTS = count("Stock counts", ({ sideWork }) => sideWork.counts);
const READERS = count("Readers of one item at once", ({ sideWork }) => sideWork.readersAtOnce);
const WRONG = limited("Half-written stock read", ({ sideWork }) => sideWork.wrongCounts);
const PARCELS = count("Parcels", ({ sideWork }) => sideWork.parcels);
const AT_ONCE = limited("Parcels at once", ({ sideWork }) => sideWork.parcelsAtOnce, 5);
const RECEIPTS = count("Receipts", ({ sideWork }) => sideWork.receipts);
const OVERTAKEN = limited("Customers overtaken", ({ sideWork }) => sideWork.overtaken);
const NUMBERS = limited("Numbers used twice", ({ sideWork }) => sideWork.wrongReceipts);
const PAYMENTS = count("Payments", ({ sideWork }) => sideWork.transfers);
const MONEY = limited("Money made or lost", ({ sideWork }) => sideWork.difference);

const ALL = [PROCESSED, TWICE, OVERSOLD, WRONG, AT_ONCE, NUMBERS, MONEY];

/** The kinds of storms, in the order of the page; findings tell what came out in terms of the kind. */
export const KINDS = {
  UNLOCKED: {
    parameter: "unlocked", name: "No lock", label: "without a lock", findings: ALL,
    about: "All the work, and no lock: orders, stock counts, parcels, receipts and payments.",
  },
  MUTEX: {
    parameter: "mutex", name: "Mutex", label: "with a mutex", findings: [PROCESSED, TWICE, OVERSOLD],
    about: "Orders, one at a time for each item: @DistributedLock without further attributes.",
  },
  READERS: {
    parameter: "readers", name: "Readers", label: "with readers", findings: [PROCESSED, COUNTS, READERS, WRONG],
    about: "Four stock counts (READ) for each order: they run beside each other, but beside no order for their item.",
  },
  SEMAPHORE: {
    parameter: "semaphore", name: "Semaphore", label: "with a semaphore", findings: [PARCELS, AT_ONCE],
    about: "Parcels for a carrier who takes five at once: a SEMAPHORE with five permits.",
  },
  FAIR: {
    parameter: "fair", name: "Fair", label: "with a fair lock", findings: [RECEIPTS, OVERTAKEN, NUMBERS],
    about: "Receipts of one till, in the order in which the customers came to any process.",
  },
  SEVERAL_KEYS: {
    parameter: "several-keys", name: "Several keys", label: "with several keys", findings: [PAYMENTS, MONEY],
    about: "Payments from one account to another: each locks both or none, so opposite ones don't deadlock.",
  },
  ALL: {
    parameter: "all", name: "All kinds", label: "with all kinds", findings: ALL,
    about: "All the work, each part of it under its kind of lock.",
  },
};
