"""Find the contacts of a row of crates that is spread over the ranks of MPI.

mpirun -n 4 python3 mpi_contacts.py
"""

import numpy as np
from mpi4py import MPI

import satori
import satori.mpi


def main(count: int = 30_000):
    comm = MPI.COMM_WORLD
    rank, ranks = comm.Get_rank(), comm.Get_size()
    ids = np.arange(rank, count, ranks, dtype=np.uint64)  # this rank brings every ranks-th crate
    rows = np.zeros((len(ids), 10), np.float32)
    rows[:, 0] = ids  # centers one meter apart
    rows[:, 3:6] = 0.5  # half extents: the crates touch
    rows[:, 9] = 1  # no rotation

    partition = satori.mpi.Partition(comm)  # keep it from step to step
    contacts = partition.collide(rows, ids, threads=1)
    total = comm.allreduce(len(contacts))  # each contact is on exactly one rank

    rows[0, 3] = -1 if rank == 0 else 0.5  # not legal, on one rank
    try:
        partition.collide(rows, ids, threads=1)
    except satori.InvalidBoxError as error:  # on all ranks
        if rank == 0:
            print(total, "contacts;", error)


if __name__ == "__main__":
    main()
