"""The interpreter is free while the engine works."""

import threading

import numpy as np
import samples

import thew


def test_others_run_while_stepping():
    model = thew.MjModel.from_xml_string(samples.SMOOTH)
    data = thew.MjData(model)
    counts = []
    stepping = threading.Event()

    def work():
        stepping.set()
        thew.mj_step(model, data, 20_000)
        stepping.clear()

    thread = threading.Thread(target=work)
    thread.start()
    stepping.wait()
    while stepping.is_set():
        counts.append(len(counts))
    thread.join()
    assert len(counts) > 100
    assert data.time > 0


def test_threads_with_their_own_data_agree():
    model = thew.MjModel.from_xml_string(samples.SMOOTH)
    datas = [thew.MjData(model) for _ in range(4)]

    def work(data):
        data.ctrl[:] = 0.3
        for _ in range(20):
            thew.mj_step(model, data, 10)

    threads = [threading.Thread(target=work, args=(data,)) for data in datas]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for data in datas[1:]:
        np.testing.assert_array_equal(data.qpos, datas[0].qpos)
